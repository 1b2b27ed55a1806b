// The rows of a page: all, or an even sample, as 32-bit differences to the columns' means.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "report/report.h"

namespace mixseed::report {

struct RowSample {
  std::size_t all = 0;  // rows of the data
  std::size_t columns = 0;
  std::vector<double> offsets;  // of every column, subtracted from the written numbers
  std::vector<double> values;   // [shown][columns]

  std::size_t size() const { return columns == 0 ? 0 : values.size() / columns; }
  DataView view() const { return {values.data(), size(), columns}; }
};

// At most `most` rows and about 2.5 million numbers, evenly spaced over the data.
RowSample row_sample(const DataView& data, std::size_t most);

// "points": the numbers of all and of shown rows, the offsets and the values.
Section rows_section(const RowSample& rows);
// "column 3" for the third when it has no name.
std::string column_name(const std::vector<std::string>& names, std::size_t column);
// The last part of a path: pages are shared, and show no folders of this machine.
std::string file_name(const std::string& path);
// "columns": the names of all.
Cell column_names(const std::vector<std::string>& names, std::size_t columns);
// The rows of each component, weighted by their responsibilities: weight times observations. Missing without
// observations.
Cell effective_rows(const Mixture& model, double observations);
// The model's exact numbers in the layout of Mixture.
Section model_section(std::string key, const Mixture& model);

}  // namespace mixseed::report
