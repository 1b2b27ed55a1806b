// A component of which only some columns are seen: their density, and what they say of the others.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

class Regression {
 public:
  // seen: ascending column numbers, or none.
  Regression(const Mixture& mixture, std::size_t k, const std::vector<std::size_t>& seen);

  // Of the columns that are seen in the row, D numbers, of which the others are not looked at.
  double squared_distance(const double* row) const;
  // log of the weighted density at that distance
  double term(double squared_distance) const { return offset_ - 0.5 * squared_distance; }
  // The row with the means of the others given what is seen in their place.
  void fill(const double* row, double* out) const;

  const std::vector<std::size_t>& unseen() const { return unseen_; }
  // The covariance of the others given what is seen, row-major, and its Cholesky factor.
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
