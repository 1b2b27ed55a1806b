#include "fit/rescale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;  // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants

// Half the width of the widest column; half the largest number when all rows are equal. Halves, so that a difference
// stays finite.
double spread_of(const Inventory& rows) {
  double spread = 0, size = 0;
  for (std::size_t j = 0; j < rows.low.size(); ++j) {
    spread = std::max(spread, rows.high[j] / 2 - rows.low[j] / 2);
    size = std::max({size, std::abs(rows.low[j] / 2), std::abs(rows.high[j] / 2)});
  }
  return spread > 0 ? spread : size;
}

}  // namespace

int extreme_exponent(const Inventory& rows) {
  const double spread = spread_of(rows);
  if (!std::isfinite(spread) || spread == 0) return 0;
  const int exponent = std::max(std::ilogb(spread), -1022);  // 2^1022 is the largest power with an inverse
  return std::abs(exponent) <= kOrdinary ? 0 : exponent;
}

}  // namespace mixseed
