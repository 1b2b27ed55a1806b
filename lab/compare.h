// The laboratory on one data set, in memory.
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
  std::size_t jobs = 0;    // 0: as many as the machine has threads
  RuleSet rules = RuleSet::standard;
  // Called now and then with the runs done and wanted; false gives Error(cancelled).
  std::function<bool(std::size_t done, std::size_t wanted)> observer;
};

// The ten methods of the tables, with mixseed's own stopping rule for EM instead of 50 or 75 rounds, and `auto`.
std::vector<Method> methods_to_compare();

// Throws Error(usage) for none, or more than there are observations.
void check_components(const DataView& data, std::size_t components);

// One data set, every method with every seed. The data must outlive the call only.
// Throws Error(usage) for no seeds, no methods, no components or more of them than observations, and Error(failed) when
// every run failed.
Results compare(const DataView& data, std::size_t components, const std::vector<Method>& methods,
                const CompareOptions& options);

// The same for so many parts of the data, each with rows of its own: a data set for each, in order.
Results compare_on(std::size_t parts, std::size_t components, const std::vector<Method>& methods,
                   const CompareOptions& options, const std::function<Loaded(std::size_t part)>& load);

}  // namespace mixseed::lab
