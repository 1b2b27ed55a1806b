// A component of which some columns are observed: their density, and the regression of the others on them.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

class Regression {
 public:
  // seen: ascending column numbers, possibly empty.
  Regression(const Mixture& mixture, std::size_t k, const std::vector<std::size_t>& seen);

  // Of the observed columns of a row of D numbers; the others are not read.
  double squared_distance(const double* row) const;
  // log of the weighted density at that distance
  double term(double squared_distance) const { return offset_ - 0.5 * squared_distance; }
  // The row with each unobserved number replaced by its conditional mean.
  void fill(const double* row, double* out) const;

  const std::vector<std::size_t>& unseen() const { return unseen_; }
  // The conditional covariance of the unobserved columns, row-major, and its Cholesky factor.
  const std::vector<double>& rest() const { return rest_; }
  std::vector<double> root_of_rest() const;

 private:
  std::size_t dim_;
  std::vector<std::size_t> seen_, unseen_;
  std::vector<double> mean_;
  std::vector<double> inverse_;  // of the Cholesky factor of the seen part, [seen][seen], lower
  std::vector<double> slopes_;   // [unseen][seen]
  std::vector<double> rest_;     // [unseen][unseen]
  double offset_;
};

}  // namespace mixseed
