// Mixtures with the bounds between their components.
#pragma once

#include <algorithm>
#include <cmath>

#include "pass/separation.h"
#include "support/kernels.h"
#include "support/mixtures.h"

namespace mixseed::testing {

// The cuts of EM (soft) and of CEM and k-means (hard).
inline Values cuts_of(const Mixture& theta, bool soft) {
  Values cuts(theta.size(), 0.0);
  for (std::size_t k = 0; soft && k < theta.size(); ++k) cuts[k] = std::log(1e-18) + std::log(theta.weights[k]);
  return cuts;
}

struct Prepared {
  explicit Prepared(const Mixture& mixture, bool soft = false)
      : theta(mixture),
        density(theta),
        pool(1),
        cuts(cuts_of(theta, soft)),
        separation(density, cuts, pool),
        components(density.components()),
        bounds(separation.bounds()) {}
  Values tile(const Data& data, std::size_t first) const {
    const kernel::Rows rows{data.view.doubles(), data.view.row_stride(), nullptr};
    return tile_of(rows, first, std::min(kernel::kTile, data.view.rows() - first), theta.dim, components.center);
  }
  Mixture theta;
  Density density;
  Pool pool;
  Values cuts;
  Separation separation;
  kernel::Components components;
  kernel::Bounds bounds;
};

template <typename Check>
void for_all_mixtures(const Check& check) {
  for (const Covariance type : kCovariances) {
    for (const std::size_t dim : {1U, 2U, 3U, 5U, 8U, 17U}) {
      for (const std::size_t components : {1U, 2U, 7U, 8U, 21U}) {
        SCOPED_TRACE(std::string(name_of(type)) + ", dim " + std::to_string(dim) + ", components " +
                     std::to_string(components));
        for (const double width : {0.5, 4.0, 30.0}) check(random_mixture(type, dim, components, width, dim));
      }
    }
  }
}

}  // namespace mixseed::testing
