// A text table with aligned columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mixseed::cli {

// How many terminal cells the text takes, counting one per UTF-8 character.
std::size_t display_width(std::string_view text);
// Where the character with this index begins, in bytes.
std::size_t offset_of_character(std::string_view text, std::size_t index);

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // Columns named here are aligned to the left, all others to the right.
  void align_left(std::size_t column) { left_.push_back(column); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> left_;
};

}  // namespace mixseed::cli
