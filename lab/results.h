// The runs of a store, grouped by data set and method.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/data_set.h"
#include "lab/run.h"

namespace mixseed::lab {

// One method on one data set: the outcome of every seed, in the order of the seeds.
struct Entry {
  std::vector<std::uint64_t> seeds;
  std::vector<Outcome> outcomes;

  // Means over the seeds; a failed run counts as minus infinity.
  double mean(double Outcome::*field) const;
  double mean(std::size_t Outcome::*field) const;
  double mean_seconds() const;
  std::size_t failed() const;
};

struct DataSetResult {
  DataSet set;
  std::vector<Entry> entries;  // by method; empty without runs

  // Whether all of these methods ran with the same seeds.
  bool is_complete(const std::vector<std::size_t>& methods) const;
};

// The runs of one rule set and one version of the engine.
struct Results {
  std::vector<Method> methods;  // in the order of the paper's tables, then further ones, then others
  std::vector<DataSetResult> data_sets;

  // Indices of the ten methods of the tables if all have runs, otherwise of all methods.
  std::vector<std::size_t> table_methods() const;
  std::vector<std::size_t> all_methods() const;
};

// In the order of their keys.
Results results_of(const std::vector<StoredRun>& runs);

}  // namespace mixseed::lab
