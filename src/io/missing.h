// Drops the rows of arrays that have a missing value (NaN).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"

namespace mixseed::io {

// Rows, from 0, in which a number or the weight is NaN. `weights` may be empty.
std::vector<std::size_t> rows_with_nan(const DataView& view, const std::vector<double>& weights);

// `values` has one value per row. Returns those of the rows that are not in the ascending list `dropped`.
std::vector<double> drop_rows(const std::vector<double>& values, const std::vector<std::size_t>& dropped);

// The same for whole rows. Floats stay floats; without dropped rows nothing is copied.
Data drop_rows(Data data, const std::vector<std::size_t>& dropped);

// The note that `dropped` rows were left out, the first for a value at `place`.
std::string dropped_note(std::size_t dropped, std::size_t kept, const std::string& place, const std::string& where);
// Adds the note and the count to the data, if any row was dropped.
void note_dropped(Data& data, std::size_t dropped, const std::string& place, const std::string& where);

}  // namespace mixseed::io
