// The recording step of a column: 1 for integers, 0.1 for one decimal, 0 for continuous values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/state_bytes.h"

namespace mixseed {

// Values of one column that differ: all of them, or the kMostValues whose hashes are least. The choice depends on the
// set of values alone, so parts of the rows can be merged in any grouping. Zero, a common point mass, is always kept.
struct DistinctValues {
  static constexpr std::size_t kMostValues = 1024;

  std::vector<double> values;  // by ascending hash
  std::vector<double> masses;  // sum of the weights of the rows with this value
  bool complete = true;        // the column has no other values

  void merge(DistinctValues&& right);

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.values, self.masses, self.complete);
  }
};

// 0 for zero, and a mixed 64-bit number for any other value.
std::uint64_t hash_of_value(double value);

// The largest step such that at least 95 % of the rows and half of the distinct values lie on one grid of that step; 0
// if there is none. Ties do not matter: a continuous column whose rows are repeated has no step. The grid may have any
// offset and unit, so standardised columns have one too. A deviation of 0.001 steps is allowed, for values stored as
// floats; of 1e-6 steps where fewer than six values differ.
double recording_step(const DistinctValues& column);

// The value that most rows have, and their share of the mass.
struct HeavyValue {
  double value = 0, share = 0;
};
inline constexpr double kLeastPointMass = 0.1;
HeavyValue heaviest_value(const DistinctValues& column, double mass);

// The variance of a component along a column is at least kRoundingShare times the squared step. With one half the
// density of a component, summed over the grid of recorded values, is 1 to 1e-4, so that the likelihood of rounded
// values is that of a probability on the grid; a smaller share lets components gain by being narrower than a step
// (docs/numerics.md).
inline constexpr double kRoundingShare = 0.5;
// A root of the covariance that these steps give, [D][D]; empty if all are 0.
std::vector<double> rounding_root(const std::vector<double>& steps);

}  // namespace mixseed
