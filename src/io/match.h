// The columns of a file in the order that a model expects.
#pragma once

#include "io/columns.h"

namespace mixseed::io {

// Puts `choice.features` into the expected order and drops what is not expected, by name or by position (see
// ReadOptions::expected). `chosen` says that the user has named the columns. Throws Error(input) that names what is
// missing and lists what the file `where` has.
void match_columns(const ExpectedColumns& expected, bool chosen, const ColumnSet& columns, const std::string& where,
                   Choice& choice);

}  // namespace mixseed::io
