#include "fit/rescale.h"

#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;  // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants

void scale(std::vector<double>& values, int exponent) {
  for (double& value : values) value = std::ldexp(value, exponent);
}

// The largest difference to the first row; the largest number when all rows are equal.
double spread_of(const DataView& view) {
  double spread = 0, size = 0;
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.columns(); ++j) {
      spread = std::max(spread, std::abs(view.at(i, j) / 2 - view.at(0, j) / 2));
      size = std::max(size, std::abs(view.at(i, j) / 2));
    }
  }
  return spread > 0 ? spread : size;
}

}  // namespace

std::optional<Rescaled> rescale(const DataView& view) {
  if (!view.doubles()) return {};  // every float is within the ordinary range
  const double spread = spread_of(view);
  if (!std::isfinite(spread) || spread == 0) return {};
  const int exponent = std::ilogb(spread);
  if (std::abs(exponent) <= kOrdinary) return {};
  std::vector<double> values;
  values.reserve(view.rows() * view.columns());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.columns(); ++j) values.push_back(std::ldexp(view.at(i, j), -exponent));
  }
  Rescaled rescaled{Data::from(std::move(values), view.rows(), view.columns()), exponent};
  rescaled.data.view = rescaled.data.view.with_weights(view.weights());
  return rescaled;
}

Mixture scaled_by(Mixture mixture, int exponent) {
  scale(mixture.means, exponent);
  scale(mixture.covariances, 2 * exponent);
  return mixture;
}

Centers scaled_by(Centers centers, int exponent) {
  scale(centers.points, exponent);
  return centers;
}

}  // namespace mixseed
