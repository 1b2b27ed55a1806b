#include "fit/rescale.h"

#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;  // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants

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

int extreme_exponent(const DataView& view) {
  if (!view.doubles()) return 0;  // every float is within the ordinary range
  const double spread = spread_of(view);
  if (!std::isfinite(spread) || spread == 0) return 0;
  const int exponent = std::max(std::ilogb(spread), -1022);  // 2^1022 is the largest power with an inverse
  return std::abs(exponent) <= kOrdinary ? 0 : exponent;
}

}  // namespace mixseed
