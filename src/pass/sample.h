// A uniform sample of observations without replacement, in time that depends only on the number of rows: the
// caller divides the sample among the windows by their observations, and each window draws its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "model/state_bytes.h"

namespace mixseed {

class Part;
class Dataset;
class Team;

// A row of weight w is floor(w) whole observations and, unless w is whole, one more for the fraction. The answer is
// their number in every window.
struct ObservationCounts {
  std::vector<double> observations;

  void merge(ObservationCounts&& right);
};
struct CountObservations {
  using Answer = ObservationCounts;
};

// The drawn rows in ascending order with their weights; a row that was drawn several times is there once.
struct Picked {
  std::vector<double> values;  // [rows][D]
  std::vector<double> weights;

  void merge(Picked&& right);
};
struct Pick {
  using Answer = Picked;
  std::vector<double> counts;  // of every window: the number of observations to draw
  std::uint64_t key = 0;       // of the random numbers
};

ObservationCounts answer(const CountObservations& question, Part& part);
Picked answer(const Pick& question, Part& part);

}  // namespace mixseed
