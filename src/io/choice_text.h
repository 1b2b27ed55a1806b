// Columns as users write them: "a,b,3-5", "a..d", "\"x, y\",z".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/columns.h"

namespace mixseed::io {

// Throws Error(usage) with `what` and a list of the columns.
[[noreturn]] void refuse_columns(const std::string& where, const ColumnSet& columns, const std::string& what);

// The number, if the text consists of decimal digits.
std::optional<std::size_t> parse_count(std::string_view text);

// The column with this name, if there is one. Throws Error(usage) if there are two.
std::optional<std::size_t> find_name(std::string_view name, const ColumnSet& columns, const std::string& where);

// The columns (from 0) of a text, in its order. Entries are separated by commas. An entry is a name if the file has
// that name, else FIRST..LAST (two names or numbers and all columns between them), else a number from 1 or a range of
// numbers, 3-5. In double quotes it is always a name; a quote inside is doubled.
// Throws Error(usage) that lists the columns if an entry is unknown, out of range, ambiguous or repeated.
std::vector<std::size_t> find_columns(std::string_view text, const ColumnSet& columns, const std::string& where);

}  // namespace mixseed::io
