// An affine map of the columns of a row.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mixseed {

// Multiplies every column by a factor; or, if it mixes columns, maps a row x to axes (x - from) + to; or, if empty, is
// the identity.
struct AffineMap {
  std::vector<double> factors;     // [D], or empty
  std::vector<double> axes, back;  // [D][D], a matrix and its inverse, or empty
  std::vector<double> from, to;    // [D], or empty

  AffineMap() = default;
  AffineMap(std::vector<double> each) : factors(std::move(each)) {}
  static AffineMap times(std::size_t dim, double factor) { return std::vector<double>(dim, factor); }

  bool empty() const { return factors.empty() && axes.empty(); }
  bool mixes() const { return !axes.empty(); }

  // A row of `dim` numbers; `row` and `out` must not overlap.
  void apply(const double* row, std::size_t dim, double* out) const {
    for (std::size_t a = 0; a < dim; ++a) {
      if (mixes()) {
        out[a] = to[a];
        for (std::size_t j = 0; j < dim; ++j) out[a] += axes[a * dim + j] * (row[j] - from[j]);
      } else {
        out[a] = factors.empty() ? row[a] : row[a] * factors[a];
      }
    }
  }

  bool operator==(const AffineMap&) const = default;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.factors, self.axes, self.back, self.from, self.to);
  }
};

}  // namespace mixseed
