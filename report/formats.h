// The output formats. A new one is a file in this folder, its declaration here, and a line of the list in formats.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.h"

namespace mixseed::report {

struct Format {
  std::string_view name, summary;
  std::string (*write)(const Section& report);
};

std::string as_text(const Section& report);
std::string as_csv(const Section& report);
std::string as_markdown(const Section& report);
std::string as_latex(const Section& report);
std::string as_json(const Section& report);

std::span<const Format> formats();
// "text, csv, markdown, latex or json"
std::string format_names(std::span<const Format> list = formats());
// Throws Error(usage) that names the formats there are.
const Format& format_named(std::string_view name, std::span<const Format> list = formats());

// One sheet as a CSV file: a header of keys, then the rows.
std::string csv_of(const Sheet& sheet);

}  // namespace mixseed::report
