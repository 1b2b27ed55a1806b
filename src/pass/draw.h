// Questions answered by rows: random draws, or the farthest row. A row of weight w counts as w rows; rows without
// weight are never chosen.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/state_bytes.h"
#include "pass/grouping.h"

namespace mixseed {

struct ChosenRow {
  std::vector<double> values;
  std::uint64_t number = 0;
  double mass = 0;         // of the draw, or its distance
  double probability = 0;  // of drawing this row; for draws only
};

// Rows drawn independently. Every node of the tree of blocks has a sum and candidate rows; a random number of the node
// chooses between its left and right candidates.
struct Drawn {
  std::vector<ChosenRow> rows;  // of the requested number; empty when all masses are zero
  double total = 0;
  std::uint64_t key = 0, first_block = 0;

  void merge(Drawn&& right);
};

// In proportion to the smallest squared distance from the centres, or squared Mahalanobis distance from the components,
// of `from`; every observation with the same probability when it is null.
struct Draw {
  using Answer = Drawn;
  ModelPtr from;
  std::uint64_t key = 0;  // of the random numbers
  std::uint64_t count = 1;
};

// The row with the largest such distance; ties go to the lowest number.
struct Extreme {
  ChosenRow row;
  bool any = false;  // whether any row has weight

  void merge(Extreme&& right);
};
struct Farthest {
  using Answer = Extreme;
  ModelPtr from;
};

// For each candidate: the sum of squared distances from the nearest of the centres and the candidate.
struct DistanceSums {
  std::vector<double> sums;

  void merge(DistanceSums&& right);
};
struct SumDistances {
  using Answer = DistanceSums;
  ModelPtr from;  // Centers
  Centers candidates;
};

Drawn answer(const Draw& question, Part& part);
Extreme answer(const Farthest& question, Part& part);
DistanceSums answer(const SumDistances& question, Part& part);

}  // namespace mixseed
