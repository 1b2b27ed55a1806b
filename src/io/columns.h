// The choice of columns: features, and the weights.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mixseed/io.h"

namespace mixseed::io {

// The columns of a file. `names` is empty if it has no header.
struct ColumnSet {
  std::size_t count = 0;
  std::vector<std::string> names;
  bool has_index = false;  // the first column has no name and counts the rows
};

// Columns count from 0. At most one of `weights` and `weights_file` is set.
struct ColumnChoice {
  std::vector<std::size_t> features;
  std::optional<std::size_t> weights;
  std::string weights_file;
  std::vector<std::size_t> excluded = {};  // by the user
  std::vector<std::string> notes = {};     // decisions that the user did not ask for
};

// Resolves the options against the columns of the file `where`; choice_text.h has the syntax. Weights that are not a
// column are the path of a file. Without a choice, all columns except the weights and an index are features, in the
// expected order. Throws Error(usage) that lists the columns if one is unknown, out of range, ambiguous or chosen
// twice, and Error(input) if expected columns are missing.
ColumnChoice choose_columns(const ReadOptions& options, const ColumnSet& columns, const std::string& where);

// The names of the chosen columns; empty if the file has no names.
std::vector<std::string> names_of(const std::vector<std::size_t>& features, const ColumnSet& columns);

// Throws Error(input) unless every weight is finite and not negative and at least one is positive. `lines` has the
// line of every row, for the message; if it is empty, the message names the row.
void check_weights(std::span<const double> weights, std::span<const std::size_t> lines, const std::string& where);

}  // namespace mixseed::io
