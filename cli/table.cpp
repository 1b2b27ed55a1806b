#include "table.h"

#include <algorithm>

namespace mixseed::cli {
namespace {

constexpr std::string_view kGap = "  ";

bool begins_character(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::size_t offset_of_character(std::string_view text, std::size_t index) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (begins_character(text[at]) && seen++ == index) return at;
  }
  return text.size();
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], display_width(row[column]));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - display_width(row[column]), ' ');
      const bool is_left = std::find(left_.begin(), left_.end(), column) != left_.end();
      line += kGap;
      line += is_left ? row[column] + padding : padding + row[column];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace mixseed::cli
