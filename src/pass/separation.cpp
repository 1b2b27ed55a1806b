#include "pass/separation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/factors.h"

namespace mixseed {
namespace {

using kernel::Components;
using kernel::kTile;

// Margin for rounding: a bound must never be too sharp.
constexpr double kSlack = 1e-10;
// Planes with more numbers than this need too much memory and are left out.
constexpr std::size_t kMostPlanes = 1 << 20;
// With fewer columns evaluating a plane costs as much as the distance itself.
constexpr std::size_t kFewestColumns = 5;
// With fewer numbers in all means, planes save less time than they cost.
constexpr std::size_t kFewestNumbers = 128;

}  // namespace

Separation::Separation(const Density& density, const std::vector<double>& cuts, Pool& pool)
    : stride_(kernel::rounded_up(density.size(), kTile)) {
  const Components c = density.components();
  distance_.resize(c.count * stride_);
  spread_.resize(c.count * stride_);
  reach_.assign(stride_, -std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < c.count; ++k) {
    if (c.offsets[k] > reach_[k]) reach_[k] = c.offsets[k] - cuts[k];
  }
  if (c.shape == kernel::Shape::triangular && c.dim >= kFewestColumns && c.count * c.dim >= kFewestNumbers &&
      c.count * c.count * c.dim <= kMostPlanes) {
    planes_.resize(c.count * c.count * c.dim);
    heights_.resize(c.count * stride_);
  }
  if (c.shape == kernel::Shape::triangular) {
    means_ = side_by_side({c.means, c.count * c.dim}, c.dim);
    covariances_ = side_by_side(density.covariances(), c.dim * c.dim);
  }
  constexpr std::size_t kAtATime = 16;
  pool.run((c.count + kAtATime - 1) / kAtATime, [&](std::size_t part) {
    const std::size_t end = std::min(c.count, (part + 1) * kAtATime);
    for (std::size_t k = part * kAtATime; k < end; ++k) {
      c.shape == kernel::Shape::triangular ? bound_triangular(c, k) : bound_diagonal(c, k);
    }
  });
}

void Separation::set(std::size_t a, std::size_t k, double distance, double spread) {
  const bool usable = std::isfinite(distance) && std::isfinite(spread);  // otherwise the plane rules out nothing
  distance_[a * stride_ + k] = usable ? distance * (1 - kSlack) : 0;
  spread_[a * stride_ + k] = usable ? spread * (1 + kSlack) : 0;
}

void Separation::bound_triangular(const Components& c, std::size_t k) {
  const std::size_t dim = c.dim;
  std::vector<double> planes(dim * kTile), scratch(dim * kTile);
  double distance[kTile], spread[kTile];
  for (std::size_t first = 0; first < c.count; first += kTile) {
    const double* covariances = covariances_.data() + first * dim * dim % covariances_.size();
    kernel::active().separate(c, k, means_.data() + first * dim, covariances, distance, spread, planes.data(),
                              scratch.data());
    for (std::size_t i = 0; i < std::min(kTile, c.count - first); ++i) {
      set(first + i, k, distance[i], spread[i]);
      if (planes_.empty()) continue;
      if (std::isfinite(distance[i])) {
        set_plane(c, first + i, k, planes.data() + i);
      } else {  // a plane that rules out nothing
        std::fill_n(planes_.data() + ((first + i) * c.count + k) * dim, dim, 0.0);
      }
    }
  }
}

// w is read with stride kTile; rounding must not lower the height.
void Separation::set_plane(const Components& c, std::size_t a, std::size_t k, const double* w) {
  double height = 0, size = 1;
  double* plane = planes_.data() + (a * c.count + k) * c.dim;
  for (std::size_t j = 0; j < c.dim; ++j) {
    plane[j] = w[j * kTile];
    height += plane[j] * c.means[k * c.dim + j];
    size += std::abs(plane[j]) * (std::abs(c.means[k * c.dim + j]) + std::abs(c.means[a * c.dim + j]));
  }
  heights_[a * stride_ + k] = height + kSlack * size;
}

// F_k is a diagonal: w_j = f_j z_j.
void Separation::bound_diagonal(const Components& c, std::size_t k) {
  const auto square = [&](std::size_t component, std::size_t j) {
    const double* factor = c.factors + component * c.factor_stride;
    return c.shape == kernel::Shape::spherical ? *factor : factor[j] * factor[j];
  };
  for (std::size_t a = 0; a < c.count; ++a) {
    double norm = 0, spread = 0;
    for (std::size_t j = 0; j < c.dim; ++j) {
      const double y = c.means[a * c.dim + j] - c.means[k * c.dim + j], f = square(k, j);
      norm += f * y * y;
      spread += f * f * y * y / square(a, j);
    }
    set(a, k, std::sqrt(norm), norm > 0 ? std::sqrt(spread / norm) : 0);
  }
}

kernel::Bounds Separation::bounds() const {
  const bool planes = !planes_.empty();
  return {stride_,
          distance_.data(),
          spread_.data(),
          planes ? planes_.data() : nullptr,
          planes ? heights_.data() : nullptr,
          reach_.data()};
}

}  // namespace mixseed
