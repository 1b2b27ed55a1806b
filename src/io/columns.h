// Which columns of a file become features, which one the weights.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mixseed/io.h"

namespace mixseed::io {

// What a file has to offer. `names` is empty when it has no header.
struct ColumnSet {
  std::size_t count = 0;
  std::vector<std::string> names;
  bool has_index = false;  // the first column has no name and counts the rows
};

// Columns count from 0. At most one of `weights` and `weights_file` is set.
struct Choice {
  std::vector<std::size_t> features;
  std::optional<std::size_t> weights;
  std::string weights_file;
  std::vector<std::size_t> excluded = {};  // by the user
  std::vector<std::string> notes = {};     // what was decided without being asked
};

// Resolves the options against the columns of the file `where`; choice_text.h says how columns are written. Weights
// that are no column are the path of a file. Without a choice all columns are features but the weights and an index;
// then they are brought into the expected order. Throws Error(usage) that lists the columns when something is unknown,
// out of range, ambiguous or chosen twice, and Error(input) when columns that are expected are missing.
Choice choose_columns(const ReadOptions& options, const ColumnSet& columns, const std::string& where);

// The names of the chosen columns; empty when the file has none.
std::vector<std::string> names_of(const std::vector<std::size_t>& features, const ColumnSet& columns);

// Throws Error(input) unless every weight is finite and not negative and at least one is positive. `lines` has the
// line of every row for the message; when it is empty the message names the row.
void check_weights(std::span<const double> weights, std::span<const std::size_t> lines, const std::string& where);

}  // namespace mixseed::io
