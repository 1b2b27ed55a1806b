// Decimal text to double, exactly rounded and independent of the locale.
#pragma once

#include <string_view>

namespace mixseed::io {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

enum class NumberKind { number, empty, not_finite, too_large, rubbish };

// Reads a field with a decimal number; surrounding blanks and a leading '+' are allowed. "nan" and "inf" in their usual
// spellings are not_finite. A number too small to represent becomes zero or the nearest denormal. `value` is set only
// if the result is `number`.
NumberKind parse_number(std::string_view field, double& value);

// Fast path for short numbers: reads the longest decimal number at `text` and returns its end, or nullptr if there is
// none or only parse_number can round it. The bits are those of parse_number.
const char* parse_short_number(const char* text, const char* end, double& value);

// True for the spellings of "no value" in other programs: "", "NA", "N/A", "n/a", "<NA>", "null", "NULL",
// "None", "?".
bool is_missing_mark(std::string_view field);

// True for these marks, blanks, and "nan" in its usual spellings.
bool is_missing(std::string_view field);

}  // namespace mixseed::io
