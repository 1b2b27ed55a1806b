// The distinct values of every column: a bounded sample of them, with the number of their occurrences.
#pragma once

#include <span>
#include <vector>

#include "model/resolution.h"

namespace mixseed {

class Part;

struct DistinctSample {
  std::vector<DistinctValues> columns;

  void merge(DistinctSample&& right);
};

struct SampleDistinct {
  using Answer = DistinctSample;
};

// Of values in memory; weights are not negative.
DistinctValues distinct_of(std::span<const double> values, std::span<const double> weights);

DistinctSample answer(const SampleDistinct& question, Part& part);

}  // namespace mixseed
