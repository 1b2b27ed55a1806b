// A uniform sample of observations without replacement, in time that depends on the number of rows alone: the asker
// shares the sample out among the windows by what they hold, and each window draws its own.
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

// A row of weight w is floor(w) whole observations and, unless w is whole, one more that counts for the rest. How many
// there are in every window.
struct ObservationCounts {
  std::vector<double> observations;

  void merge(ObservationCounts&& right);

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.observations);
  }
};
struct CountObservations {
  using Answer = ObservationCounts;
  template <typename Self, typename Visit>
  static void members(Self&, Visit&) {}
};

// The rows that were drawn, in ascending order, and for how much each counts: a row that was drawn several times is
// there once.
struct Picked {
  std::vector<double> values;  // [rows][D]
  std::vector<double> weights;

  void merge(Picked&& right);

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.values, self.weights);
  }
};
struct Pick {
  using Answer = Picked;
  std::vector<double> counts;  // of every window: how many of its observations are drawn
  std::uint64_t key = 0;       // of the random numbers

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.counts, self.key);
  }
};

ObservationCounts answer(const CountObservations& question, Part& part);
Picked answer(const Pick& question, Part& part);

}  // namespace mixseed
