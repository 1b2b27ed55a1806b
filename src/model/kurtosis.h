// Directions in which whitened rows have the least kurtosis: along these, separate groups lie side by side.
#pragma once

#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "model/whitening.h"

namespace mixseed {

// Rows in whitened coordinates, stored column by column.
class WhiteRows {
 public:
  WhiteRows(const DataView& rows, const Whitening& white);

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  // The projection of every row on a direction.
  std::vector<double> projections(const std::vector<double>& w) const;
  // The mean of y^4 for y = z . w, and the mean of z y^3, which is a quarter of its gradient.
  struct Fourth {
    double moment;
    std::vector<double> gradient;
  };
  Fourth fourth(const std::vector<double>& w) const;

 private:
  std::size_t size_, dim_, length_;  // of a column, filled up by zeros
  std::vector<double> values_;       // [dim][length]
  std::vector<double> weights_;      // that sum to 1
};

struct Direction {
  std::vector<double> w;  // of length 1
  double kurtosis;        // excess: 0 for a normal distribution
};
// The best of several descents from random directions, orthogonal to the directions of `before`.
Direction least_kurtosis(const WhiteRows& Z, const std::vector<Direction>& before, Rng& rng);

}  // namespace mixseed
