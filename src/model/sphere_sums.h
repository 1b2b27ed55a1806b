// What spherical components are estimated from: sums over their rows. Sums of disjoint rows merge.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed {

class SphereSums {
 public:
  SphereSums(std::size_t components, std::size_t dim)
      : dim_(dim), values_(components * kernel::sphere_length(dim), 0.0) {}

  double mass(std::size_t k) const { return of(k)[kernel::sphere_mass_place(dim_)]; }
  // Turns `mean`, which holds the pivot, into the mean of component k and returns its variance: the mean over the
  // columns, about that mean. A component without rows keeps its pivot and has variance 0.
  double estimate(std::size_t k, double* mean) const;

  void merge(const SphereSums& other);
  // For kernel::add_to_spheres.
  double* data() { return values_.data(); }

 private:
  const double* of(std::size_t k) const { return values_.data() + k * kernel::sphere_length(dim_); }
  std::size_t dim_;
  std::vector<double> values_;
};

}  // namespace mixseed
