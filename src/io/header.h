// Decides whether the first row of a text is a header.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/io.h"

namespace mixseed::io {

struct HeaderVerdict {
  bool is_header = false;
  std::string note = "";  // the decision on a first row of numbers, if it could be wrong
};

// Uses the first row and at most 100 below it, within the first 60,000 bytes of `text`, so that reading in pieces
// decides alike. docs/data-formats.md states the rule. `text` starts at or before the first row.
HeaderVerdict judge_header(std::string_view text, char delimiter, const std::string& where, const ReadOptions& options);

}  // namespace mixseed::io
