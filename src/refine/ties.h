// Values that many rows have in common, as in counts, rounded numbers and columns that are mostly 0: where they are, a
// component can be flat, and no split along an axis finds it.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/data.h"

namespace mixseed {

struct Tie {
  std::size_t column;
  double value;
  std::vector<std::size_t> rows;  // that have it, ascending
};

// The values that rows of at least this weight have, `most` of the heaviest for every column.
std::vector<Tie> ties_of(const DataView& rows, double least, std::size_t most);

}  // namespace mixseed
