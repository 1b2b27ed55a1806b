// HTML pages of a fit: --report and --replay.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "mixseed/data.h"
#include "mixseed/fit.h"
#include "report.h"

namespace mixseed::cli {

struct PageArguments {
  std::string report, replay, replay_with;
  bool empty() const { return report.empty() && replay.empty(); }
};

std::vector<Option> page_options(PageArguments& arguments);

// The methods that --replay shows: that of the fit, and that of --replay-with. Throws Error(usage) for options that
// exclude each other, Error(output) for files that cannot be written.
std::vector<Pipeline> check_pages(const PageArguments& arguments, const Pipeline& method);

// A file and its content, before it is written.
struct NamedText {
  std::string path, text;
};

// The requested pages.
std::vector<NamedText> pages_of(const PageArguments& arguments, const FitResult& result,
                                const std::vector<Pipeline>& methods, const Data& data, const FitOptions& options);

}  // namespace mixseed::cli
