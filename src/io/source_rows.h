// The rows of a file with all its columns as text, for output with further columns added.
#pragma once

#include <cstddef>
#include <vector>

#include "io/table_text.h"

namespace mixseed::io {

// Omits the rows in the ascending list `dropped` and the columns that the options exclude. Columns of a text without a
// header are named x1, x2, ... The header is empty if no column is left.
SourceRows source_of(const TableLayout& layout, const std::vector<std::size_t>& dropped, const ReadOptions& options,
                     const std::string& where);
// The same for numbers without names.
SourceRows source_of(const DataView& view);

}  // namespace mixseed::io
