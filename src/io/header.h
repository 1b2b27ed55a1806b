// Whether the first row of a text has the names of the columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/io.h"

namespace mixseed::io {

struct HeaderVerdict {
  bool is_header = false;
  std::string note = "";  // what was decided, where a first row of numbers leaves room for doubt
};

// Decides from the first row and those below it: at most 100, all within the first 60,000 bytes of `text`, so that a
// reader of pieces sees them too. docs/data-formats.md states the rule. `text` starts at or before the first row.
HeaderVerdict judge_header(std::string_view text, char delimiter, const std::string& where, const ReadOptions& options);

}  // namespace mixseed::io
