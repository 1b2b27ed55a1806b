// Compares methods on one data set in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "lab/results.h"
#include "mixseed/data.h"

namespace mixseed::lab {

inline constexpr std::size_t kMostSeeds = 1'000'000;

struct CompareOptions {
  std::size_t seeds = 30;  // 1 .. seeds, at most kMostSeeds
  std::size_t jobs = 0;    // fits at a time; 0: one per hardware thread
  RuleSet rules = RuleSet::standard;
  // Called more than twice a second with the number of finished and of all runs; false throws Error(cancelled).
  std::function<bool(std::size_t done, std::size_t wanted)> observer;
};

// `auto`, and the ten methods of the tables with mixseed's own stopping rule for EM instead of 50 or 75 rounds.
std::vector<Method> methods_to_compare();

// Throws Error(usage) unless 1 <= components <= observations.
void check_components(const DataView& data, std::size_t components);

// Runs every method with every seed. Throws Error(usage) without seeds or methods, or if `check_components` does, and
// Error(failed) when every run failed.
Results compare(const DataView& data, std::size_t components, const std::vector<Method>& methods,
                const CompareOptions& options);

// The same for several parts of the data, as folds are. `load` gives the rows of a part; the results have one data set
// for each part, in order.
Results compare_on(std::size_t parts, std::size_t components, const std::vector<Method>& methods,
                   const CompareOptions& options, const std::function<LoadedData(std::size_t part)>& load);

}  // namespace mixseed::lab
