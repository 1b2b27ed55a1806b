// What helps against a field that is no number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/columns.h"

namespace mixseed::io {

// True for a date or a time of day in digits: 2024-01-31, 31.1.2024, 1/31/24 12:30, 12:30:05.
bool looks_like_date(std::string_view text);

inline constexpr std::string_view kMissingAdvice =
    "; --missing drop leaves out rows with missing values, --missing marginal uses what they have (fit, predict, "
    "score)";
inline constexpr std::string_view kCommentAdvice =
    "; lines of comments have to be taken out: grep -v '^#' FILE | mixseed ... -";

// The end of a message about the field `got` in `row`, which has all fields of the row: "; ..." or nothing.
std::string advice(std::string_view got, const std::vector<std::string>& row, const ColumnSet& columns,
                   const Choice& choice);

}  // namespace mixseed::io
