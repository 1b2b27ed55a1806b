// Random components for the tests of the kernels.
#pragma once

#include "support/kernels.h"

namespace mixseed::testing {

inline constexpr kernel::Shape kShapes[] = {kernel::Shape::triangular, kernel::Shape::diagonal,
                                            kernel::Shape::spherical};

struct RandomComponents {
  RandomComponents(kernel::Shape how, std::size_t columns, std::size_t components, bool shared = false)
      : shape(how), dim(columns), count(components) {
    Rng rng(100 * dim + count);
    length = shape == kernel::Shape::triangular ? dim * (dim + 1) / 2 : shape == kernel::Shape::diagonal ? dim : 1;
    center = normals(dim, rng);
    means = normals(count * dim, rng, 2);
    factors = normals((shared ? 1 : count) * length, rng);
    for (double& factor : factors) factor = shape == kernel::Shape::spherical ? std::abs(factor) : factor;
    offsets = normals(count, rng, -5);
    stride = shared ? 0 : length;
    if (shape != kernel::Shape::triangular) return;
    for (std::size_t k = 0; k < count; ++k) {
      const double* factor = factors.data() + k * stride;
      for (std::size_t j = 0; j < dim; factor += ++j) {
        Exact sum = 0;
        for (std::size_t l = 0; l <= j; ++l) sum += Exact{factor[l]} * means[k * dim + l];
        shifts.push_back(static_cast<double>(sum));
      }
    }
  }
  // Refers to this object, which must outlive the view.
  kernel::Components view() const {
    return {shape, dim, count, center.data(), means.data(), factors.data(), stride, shifts.data(), offsets.data()};
  }
  kernel::Shape shape;
  std::size_t dim, count, length = 0, stride = 0;
  Values center, means, factors, shifts, offsets;
};

}  // namespace mixseed::testing
