// Directions in which whitened rows have the least kurtosis.
#pragma once

#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "model/whitening.h"

namespace mixseed {

// Rows in whitened coordinates, column by column.
class WhiteRows {
 public:
  WhiteRows(const DataView& rows, const Whitening& white);

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  // Every row along a direction.
  std::vector<double> along(const std::vector<double>& w) const;
  // The mean of y^4 for y = z . w, and of z y^3: its gradient over 4.
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
// Orthogonal to those found before; the best of several descents from random directions.
Direction least_kurtosis(const WhiteRows& Z, const std::vector<Direction>& before, Rng& rng);

}  // namespace mixseed
