#include "model/separation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixseed {
namespace {

using kernel::Components;
using kernel::Shape;

// Rounding must not make a bound sharper than it is.
constexpr double kSlack = 1e-10;
// More numbers than this are not worth their memory: the planes are left out.
constexpr std::size_t kMostPlanes = 1 << 20;
// With fewer columns a look at the plane costs as much as the distance.
constexpr std::size_t kFewestColumns = 5;

double dot(const double* a, const double* b, std::size_t dim) {
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += a[j] * b[j];
  return sum;
}

}  // namespace

Separation::Separation(const Density& density, const std::vector<double>& cuts, Pool& pool)
    : stride_(kernel::rounded_up(density.size(), kernel::kTile)) {
  const Components c = density.components();
  distance_.resize(c.count * stride_);
  spread_.resize(c.count * stride_);
  reach_.assign(stride_, -std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < c.count; ++k) {
    if (c.offsets[k] > reach_[k]) reach_[k] = c.offsets[k] - cuts[k];
  }
  if (c.shape == Shape::triangular && c.dim >= kFewestColumns && c.count * c.count * c.dim <= kMostPlanes) {
    planes_.resize(c.count * c.count * c.dim);
    heights_.resize(c.count * stride_);
  }
  if (c.shape == Shape::triangular) {
    const std::size_t width = kernel::rounded_up(c.dim, kernel::kQuad), parts = c.factor_stride == 0 ? 1 : c.count;
    covariances_.assign(parts * c.dim * width, 0.0);
    for (std::size_t line = 0; line < parts * c.dim; ++line) {
      std::copy_n(density.covariance(0) + line * c.dim, c.dim, covariances_.data() + line * width);
    }
  }
  constexpr std::size_t kAtATime = 16;
  pool.run((c.count + kAtATime - 1) / kAtATime, [&](std::size_t part) {
    const std::size_t end = std::min(c.count, (part + 1) * kAtATime);
    for (std::size_t k = part * kAtATime; k < end; ++k) {
      c.shape == Shape::triangular ? see_triangular(c, k) : see_diagonal(c, k);
    }
  });
}

void Separation::set(std::size_t a, std::size_t k, double distance, double spread) {
  const bool usable = std::isfinite(distance) && std::isfinite(spread);  // otherwise nothing is ruled out
  distance_[a * stride_ + k] = usable ? distance * (1 - kSlack) : 0;
  spread_[a * stride_ + k] = usable ? spread * (1 + kSlack) : 0;
}

void Separation::see_triangular(const Components& c, std::size_t k) {
  const std::size_t dim = c.dim, width = kernel::rounded_up(dim, kernel::kQuad);
  const auto combine = kernel::active().combine;
  std::vector<double> room(2 * dim * width + 4 * width, 0.0);
  double *factor = room.data(), *transposed = factor + dim * width, *y = transposed + dim * width;
  double *z = y + width, *w = z + width, *sw = w + width;
  const double* packed = c.factors + k * c.factor_stride;
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t l = 0; l <= j; ++l) factor[j * width + l] = transposed[l * width + j] = *packed++;
  }
  const double* mean = c.means + k * dim;
  for (std::size_t a = 0; a < c.count; ++a) {
    for (std::size_t j = 0; j < dim; ++j) y[j] = c.means[a * dim + j] - mean[j];
    combine(transposed, y, dim, width, z);
    const double norm = std::sqrt(dot(z, z, dim)), unit = norm > 0 ? 1 / norm : 0;
    for (std::size_t j = 0; j < dim; ++j) z[j] *= unit;
    combine(factor, z, dim, width, w);
    combine(covariances_.data() + (c.factor_stride == 0 ? 0 : a * dim * width), w, dim, width, sw);
    set(a, k, norm, std::sqrt(std::max(dot(w, sw, dim), 0.0)));
    if (planes_.empty() || !std::isfinite(norm)) continue;
    std::copy_n(w, dim, planes_.data() + (a * c.count + k) * dim);
    double size = 1;
    for (std::size_t j = 0; j < dim; ++j) size += std::abs(w[j]) * (std::abs(mean[j]) + std::abs(c.means[a * dim + j]));
    heights_[a * stride_ + k] = dot(w, mean, dim) + kSlack * size;
  }
}

// F_k is a diagonal: w_j = f_j z_j.
void Separation::see_diagonal(const Components& c, std::size_t k) {
  const auto square = [&](std::size_t component, std::size_t j) {
    const double* factor = c.factors + component * c.factor_stride;
    return c.shape == Shape::spherical ? *factor : factor[j] * factor[j];
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
