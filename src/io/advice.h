// Hints for messages about fields that are not numbers.
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
inline constexpr std::string_view kCommentAdvice = "; remove lines of comments: grep -v '^#' FILE | mixseed ... -";

// The hint that ends a message about the field `got` of the row with the fields `row`: "; ...", or empty.
std::string advice(std::string_view got, const std::vector<std::string>& row, const ColumnSet& columns,
                   const ColumnChoice& choice);

}  // namespace mixseed::io
