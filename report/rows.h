// The rows of a page: a sample when there are many, as 32-bit numbers about the columns' means.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "report/report.h"

namespace mixseed::report {

struct ShownRows {
  std::size_t all = 0;  // rows that there are
  std::size_t columns = 0;
  std::vector<double> offsets;  // of every column; what is written is the difference
  std::vector<double> values;   // [shown][columns]

  std::size_t size() const { return columns == 0 ? 0 : values.size() / columns; }
  DataView view() const { return {values.data(), size(), columns}; }
};

// At most `most` rows and about 2.5 million numbers, evenly spaced over the data.
ShownRows shown_rows(const DataView& data, std::size_t most);

// "rows": how many there are and are shown, the offsets and the numbers.
Section rows_section(const ShownRows& rows);
// "column 3" for the third when it has no name.
std::string column_name(const std::vector<std::string>& names, std::size_t column);
// The last part of a path: pages are shared, and show no folders of this machine.
std::string file_name(const std::string& path);
// "columns": the names of all.
Cell column_names(const std::vector<std::string>& names, std::size_t columns);
// The rows of each component, weighted by their responsibilities: weight times observations. Missing without
// observations.
Cell effective_rows(const Mixture& model, double observations);
// What a page knows of a model: exact numbers in the layout of Mixture.
Section model_section(std::string key, const Mixture& model);

}  // namespace mixseed::report
