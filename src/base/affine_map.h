// In which coordinates rows are seen.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mixseed {

// Every column times a factor; or, where columns are mixed, a row x becomes axes (x - from) + to; or nothing.
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
  void see(const double* row, std::size_t dim, double* out) const {
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
