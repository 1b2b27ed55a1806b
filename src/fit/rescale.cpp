#include "fit/rescale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;  // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants

// The largest difference to the first row; the largest number when all rows are equal. Halves, so that a difference
// stays finite.
double spread_of(const DataView& view) {
  const std::size_t D = view.columns();
  std::vector<double> low(D), high(D);
  for (std::size_t j = 0; j < D; ++j) low[j] = high[j] = view.at(0, j);
  const double* row = view.doubles();
  for (std::size_t i = 0; i < view.rows(); ++i, row += view.row_stride()) {
    for (std::size_t j = 0; j < D; ++j) {
      const double x = row[j * view.column_stride()];
      low[j] = std::min(low[j], x);
      high[j] = std::max(high[j], x);
    }
  }
  double spread = 0, size = 0;
  for (std::size_t j = 0; j < D; ++j) {
    const double first = view.at(0, j) / 2;
    spread = std::max({spread, high[j] / 2 - first, first - low[j] / 2});
    size = std::max({size, std::abs(low[j] / 2), std::abs(high[j] / 2)});
  }
  return spread > 0 ? spread : size;
}

}  // namespace

int extreme_exponent(const DataView& view) {
  if (!view.doubles()) return 0;  // every float is within the ordinary range
  const double spread = spread_of(view);
  if (!std::isfinite(spread) || spread == 0) return 0;
  const int exponent = std::max(std::ilogb(spread), -1022);  // 2^1022 is the largest power with an inverse
  return std::abs(exponent) <= kOrdinary ? 0 : exponent;
}

}  // namespace mixseed
