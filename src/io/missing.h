// Rows of arrays without those that have a missing value, which is NaN there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"

namespace mixseed::io {

// Rows, from 0, in which a number or the weight is NaN; there may be no weights.
std::vector<std::size_t> rows_with_nan(const DataView& view, const std::vector<double>& weights);

// The values of the rows that are not in the ascending list `dropped`.
std::vector<double> without(const std::vector<double>& values, const std::vector<std::size_t>& dropped);

// The same of whole rows; floats stay floats, and rows of which none is dropped are not copied.
Data without(Data data, const std::vector<std::size_t>& dropped);

// That so many rows were dropped and so many kept.
std::string dropped_note(std::size_t dropped, std::size_t kept, const std::string& place, const std::string& where);
// Says on the data that rows were dropped, of which the first lacked a value at `place`.
void note_dropped(Data& data, std::size_t dropped, const std::string& place, const std::string& where);

}  // namespace mixseed::io
