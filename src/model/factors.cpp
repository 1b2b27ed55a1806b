#include "model/factors.h"

#include <algorithm>
#include <cmath>

#include "kernel/kernel.h"

namespace mixseed {

using kernel::kTile;

namespace {

// Up to this size every thread keeps its memory, because allocation would dominate.
constexpr std::size_t kFewNumbers = std::size_t{1} << 13;

void lay_side_by_side(std::span<const double> values, std::size_t length, Numbers& tiles) {
  const std::size_t count = values.size() / length, filled = kernel::rounded_up(count, kTile);
  tiles.resize(filled * length);
  for (std::size_t k = 0; k < filled; ++k) {
    const double* from = values.data() + std::min(k, count - 1) * length;
    double* to = tiles.data() + k / kTile * kTile * length + k % kTile;
    for (std::size_t i = 0; i < length; ++i) to[i * kTile] = from[i];
  }
}

}  // namespace

Numbers side_by_side(std::span<const double> values, std::size_t length) {
  Numbers tiles;
  lay_side_by_side(values, length, tiles);
  return tiles;
}

Factors::Factors(std::span<const double> matrices, std::size_t dim) : dim_(dim), length_(dim * (dim + 1) / 2) {
  thread_local Numbers kept;
  Numbers many;
  Numbers& tiles = matrices.size() <= kFewNumbers ? kept : many;
  lay_side_by_side(matrices, dim * dim, tiles);
  const std::size_t count = tiles.size() / (dim * dim);
  lower_.resize(count * length_);
  for (std::size_t k = 0; k < count; k += kTile) {
    kernel::active().factorise(dim, tiles.data() + k * dim * dim, lower_.data() + k * length_);
  }
}

double Factors::diagonal(std::size_t k, std::size_t j) const {
  return lower_[k / kTile * kTile * length_ + (j * (j + 3) / 2) * kTile + k % kTile];
}

bool Factors::is_sound(std::size_t k) const {
  constexpr double kRounding = 1e-14;
  const double* at = lower_.data() + k / kTile * kTile * length_ + k % kTile;
  for (std::size_t j = 0; j < dim_; ++j) {
    double variance = 0;
    for (std::size_t l = 0; l < j; ++l, at += kTile) variance += *at * *at;
    const double pivot = *at * *at;
    if (!(*at > 0 && std::isfinite(*at)) || pivot < kRounding * (variance + pivot)) return false;
    at += kTile;
  }
  return true;
}

bool Factors::exists(std::size_t k) const {
  for (std::size_t j = 0; j < dim_; ++j) {
    if (!(diagonal(k, j) > 0 && std::isfinite(diagonal(k, j)))) return false;
  }
  return true;
}

double Factors::log_determinant(std::size_t k) const {
  double sum = 0;
  for (std::size_t j = 0; j < dim_; ++j) sum += 2 * std::log(diagonal(k, j));
  return sum;
}

std::vector<double> Factors::inverses(std::size_t count) const {
  std::vector<double> all(count * length_), tile(kTile * length_);
  for (std::size_t k = 0; k < count; ++k) {
    if (k % kTile == 0) kernel::active().invert(dim_, lower_.data() + k * length_, tile.data());
    for (std::size_t i = 0; i < length_; ++i) all[k * length_ + i] = tile[i * kTile + k % kTile];
  }
  return all;
}

Factors factors_above(const Matrix& least, std::vector<double> matrices, double slack) {
  const std::size_t length = least.values().size();
  for (std::size_t at = 0; at < matrices.size(); ++at) matrices[at] -= slack * least.values()[at % length];
  return Factors(matrices, least.rows());
}

}  // namespace mixseed
