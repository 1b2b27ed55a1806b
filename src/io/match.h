// Brings the columns of a file into the order that a model expects.
#pragma once

#include "io/columns.h"

namespace mixseed::io {

// Reorders `choice.features` and drops columns that are not expected, by name or by position (see
// ReadOptions::expected). `chosen`: the user has named the columns. Throws Error(input) with the missing columns and a
// list of those in the file `where`.
void match_columns(const ExpectedColumns& expected, bool chosen, const ColumnSet& columns, const std::string& where,
                   ColumnChoice& choice);

}  // namespace mixseed::io
