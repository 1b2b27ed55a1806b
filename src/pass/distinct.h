// Which values the columns have: a bounded sample of the distinct ones, with how often each occurs.
#pragma once

#include <span>
#include <vector>

#include "model/resolution.h"

namespace mixseed {

class Part;

struct DistinctSample {
  std::vector<DistinctValues> columns;

  void merge(DistinctSample&& right);

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.columns);
  }
};

struct SampleDistinct {
  using Answer = DistinctSample;
  template <typename Self, typename Visit>
  static void members(Self&, Visit&) {}
};

// Of values that the caller holds, each with a weight of at least 0.
DistinctValues distinct_of(std::span<const double> values, std::span<const double> weights);

DistinctSample answer(const SampleDistinct& question, Part& part);

}  // namespace mixseed
