// A report as blocks of text, one below the other: shared by the formats for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace mixseed::report {

using Words = std::vector<std::string>;

struct Grid {
  Words header;  // empty when no column has a title
  std::vector<Align> aligns;
  std::vector<Words> rows;
};

struct TextBlock {
  std::size_t depth = 0;  // 1 inside a list
  std::string title;
  Words paragraphs;
  Grid grid;
  Words notes;
};

// All texts are printable.
std::vector<TextBlock> blocks_of(const Section& report);

// Text from outside with control characters and invalid UTF-8 as \xNN (base/text.h).
std::string printable(std::string_view text);

// How many terminal cells the text takes, counting one per UTF-8 character.
std::size_t display_width(std::string_view text);
// Where the character with this index begins, in bytes.
std::size_t offset_of_character(std::string_view text, std::size_t index);

std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace mixseed::report
