// The rows of a file with all its columns, to be written again beside something new.
#pragma once

#include <cstddef>
#include <vector>

#include "io/table_text.h"

namespace mixseed::io {

// Without the rows in the ascending list `dropped` and without columns that the options do not want. Columns of a text
// without a header are called x1, x2, ... The header is empty when no column is left.
SourceRows source_of(const TableLayout& layout, const std::vector<std::size_t>& dropped, const ReadOptions& options,
                     const std::string& where);
// The same of numbers, which have no names.
SourceRows source_of(const DataView& view);

}  // namespace mixseed::io
