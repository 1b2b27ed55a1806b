#include "model/sphere_sums.h"

#include <algorithm>

namespace mixseed {

double SphereSums::estimate(std::size_t k, double* mean) const {
  const double *sums = of(k), *mass = sums + kernel::sphere_mass_place(dim_);
  if (!(mass[0] > 0)) return 0;
  double shift = 0;
  for (std::size_t j = 0; j < dim_; ++j) {
    const double by = sums[j] / mass[0];
    mean[j] += by;
    shift += by * by;
  }
  return std::max(mass[1] / mass[0] - shift, 0.0) / static_cast<double>(dim_);
}

void SphereSums::merge(const SphereSums& other) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
}

}  // namespace mixseed
