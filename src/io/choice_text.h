// Columns as users write them: "a,b,3-5", "a..d", "\"x, y\",z".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/columns.h"

namespace mixseed::io {

// Throws Error(usage) that ends in a list of the columns.
[[noreturn]] void refuse_columns(const std::string& where, const ColumnSet& columns, const std::string& what);

// A text of decimal digits.
std::optional<std::size_t> as_number(std::string_view text);

// The column of that name, if there is one. Throws Error(usage) when there are two.
std::optional<std::size_t> find_name(std::string_view name, const ColumnSet& columns, const std::string& where);

// The columns (from 0) of a text, in its order. Entries stand between commas. An entry is a name if the file has
// that name, else FIRST..LAST (names or numbers, whatever lies between them in the file), else a number from 1 or a
// range of numbers, 3-5. In double quotes it is a name and nothing else; a quote inside is doubled.
// Throws Error(usage) that lists the columns when something is unknown, out of range, ambiguous or named twice.
std::vector<std::size_t> find_columns(std::string_view text, const ColumnSet& columns, const std::string& where);

}  // namespace mixseed::io
