// Tables of words, and the four ways to write them down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mixseed::lab {

// The first column names the rows.
struct Sheet {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;
};

enum class Format { text, csv, markdown, latex };

std::string written(const std::vector<Sheet>& sheets, Format format);

}  // namespace mixseed::lab
