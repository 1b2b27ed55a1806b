// Decimal text to double, exactly rounded and independent of the locale.
#pragma once

#include <string_view>

namespace mixseed::io {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

enum class NumberKind { number, empty, not_finite, too_large, rubbish };

// Reads a field: blanks around it and a leading '+' are allowed, anything else beside a decimal number is rubbish.
// "nan" and "inf" in their usual spellings are not_finite. What is too small to represent becomes zero or the
// nearest denormal. `value` is set only when the result is `number`.
NumberKind parse_number(std::string_view field, double& value);

// The quick way for the usual short numbers: reads the longest decimal number at `text` and returns its end, or
// nullptr when there is none or only parse_number can round it. The result has the same bits as parse_number's.
const char* parse_short_number(const char* text, const char* end, double& value);

// True for the spellings that other programs use for "no value": "", "NA", "N/A", "n/a", "<NA>", "null", "NULL",
// "None", "?".
bool is_missing_mark(std::string_view field);

// True for these marks, blanks, and "nan" in its usual spellings.
bool is_missing(std::string_view field);

}  // namespace mixseed::io
