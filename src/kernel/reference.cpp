// The plain versions of the kernels: the definition that every faster one is tested against.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/kernel.h"

namespace mixseed::kernel {
namespace {

void squared_distances(const double* x, std::size_t rows, std::size_t dim, const double* center, double* out) {
  std::fill_n(out, rows, 0.0);
  for (std::size_t j = 0; j < dim; ++j) {
    const double* column = x + j * kBlock;
    for (std::size_t i = 0; i < rows; ++i) {
      const double y = column[i] - center[j];
      out[i] += y * y;
    }
  }
}

void nearest(const double* x, std::size_t rows, std::size_t dim, const double* centers, const double* scales,
             std::size_t components, std::uint32_t* labels, double* distance) {
  std::fill_n(labels, rows, 0U);
  std::fill_n(distance, rows, std::numeric_limits<double>::infinity());
  double squared[kBlock];
  for (std::size_t k = 0; k < components; ++k) {
    squared_distances(x, rows, dim, centers + k * dim, squared);
    for (std::size_t i = 0; i < rows; ++i) {
      const double scaled = scales ? squared[i] * scales[k] : squared[i];
      if (!(scaled < distance[i])) continue;
      distance[i] = scaled;
      labels[i] = static_cast<std::uint32_t>(k);
    }
  }
}

void squared_norms_diagonal(const double* x, std::size_t rows, std::size_t dim, const double* mean, const double* scale,
                            double* out) {
  std::fill_n(out, rows, 0.0);
  for (std::size_t j = 0; j < dim; ++j) {
    const double* column = x + j * kBlock;
    for (std::size_t i = 0; i < rows; ++i) {
      const double z = (column[i] - mean[j]) * scale[j];
      out[i] += z * z;
    }
  }
}

void subtract(const double* x, std::size_t rows, std::size_t dim, const double* pivot, double* y) {
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t i = 0; i < rows; ++i) y[j * kBlock + i] = x[j * kBlock + i] - pivot[j];
  }
}

void squared_norms_triangular(const double* x, std::size_t rows, std::size_t dim, const double* mean,
                              const double* factor, double* out, double* scratch) {
  subtract(x, rows, dim, mean, scratch);
  std::fill_n(out, rows, 0.0);
  double z[kBlock];
  for (std::size_t j = 0; j < dim; factor += ++j) {
    for (std::size_t i = 0; i < rows; ++i) z[i] = factor[0] * scratch[i];
    for (std::size_t l = 1; l <= j; ++l) {
      const double* y = scratch + l * kBlock;
      for (std::size_t i = 0; i < rows; ++i) z[i] += factor[l] * y[i];
    }
    for (std::size_t i = 0; i < rows; ++i) out[i] += z[i] * z[i];
  }
}

void normalise(double* terms, std::size_t components, std::size_t rows, double* out) {
  double sum[kBlock];
  std::fill_n(out, rows, -std::numeric_limits<double>::infinity());
  std::fill_n(sum, rows, 0.0);
  for (std::size_t k = 0; k < components; ++k) {
    for (std::size_t i = 0; i < rows; ++i) out[i] = std::max(out[i], terms[k * kBlock + i]);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (std::isfinite(out[i])) continue;
    for (std::size_t k = 0; k < components; ++k) terms[k * kBlock + i] = 0;
  }
  for (std::size_t k = 0; k < components; ++k) {
    for (std::size_t i = 0; i < rows; ++i) {
      const double shift = std::isfinite(out[i]) ? out[i] : 0;
      terms[k * kBlock + i] = std::exp(terms[k * kBlock + i] - shift);
      sum[i] += terms[k * kBlock + i];
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (std::isfinite(out[i])) out[i] += std::log(sum[i]);
    sum[i] = 1 / sum[i];
  }
  for (std::size_t k = 0; k < components; ++k) {
    for (std::size_t i = 0; i < rows; ++i) terms[k * kBlock + i] *= sum[i];
  }
}

void argmax(const double* terms, std::size_t components, std::size_t rows, std::uint32_t* labels, double* best) {
  std::fill_n(labels, rows, 0U);
  std::copy_n(terms, rows, best);
  for (std::size_t k = 1; k < components; ++k) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (terms[k * kBlock + i] <= best[i]) continue;
      best[i] = terms[k * kBlock + i];
      labels[i] = static_cast<std::uint32_t>(k);
    }
  }
}

double dot(const double* a, const double* b, std::size_t rows) {
  double sum = 0;
  for (std::size_t i = 0; i < rows; ++i) sum += a[i] * b[i];
  return sum;
}

void add_moments(const double* x, std::size_t rows, std::size_t dim, const double* r, const double* pivot,
                 Second second, double* moments, double* scratch) {
  for (std::size_t i = 0; i < rows; ++i) moments[0] += r[i];
  double* first = moments + 1;
  double* packed = first + dim;
  subtract(x, rows, dim, pivot, scratch);
  double ry[kBlock];
  for (std::size_t j = 0; j < dim; ++j) {
    const double* y = scratch + j * kBlock;
    for (std::size_t i = 0; i < rows; ++i) ry[i] = r[i] * y[i];
    for (std::size_t i = 0; i < rows; ++i) first[j] += ry[i];
    if (second == Second::spherical) packed[0] += dot(ry, y, rows);
    if (second == Second::diagonal) packed[j] += dot(ry, y, rows);
    if (second != Second::full) continue;
    for (std::size_t l = j; l < dim; ++l) *packed++ += dot(ry, scratch + l * kBlock, rows);
  }
}

}  // namespace

Kernels reference() {
  return {.squared_distances = squared_distances,
          .nearest = nearest,
          .squared_norms_diagonal = squared_norms_diagonal,
          .squared_norms_triangular = squared_norms_triangular,
          .normalise = normalise,
          .argmax = argmax,
          .add_moments = add_moments};
}

namespace {

// One row with the given weight; a template, because the branch on kSecond in the loop would cost more than the sums.
template <Second kSecond>
void add_row(const double* x, std::size_t dim, double weight, const double* pivot, double* moments) {
  moments[0] += weight;
  double* first = moments + 1;
  double* second = first + dim;
  double squares = 0;
  for (std::size_t j = 0; j < dim; ++j) {
    const double y = x[j * kBlock] - pivot[j];
    first[j] += weight * y;
    if (kSecond == Second::spherical) squares += y * y;
    if (kSecond == Second::diagonal) second[j] += weight * y * y;
    if (kSecond != Second::full) continue;
    for (std::size_t l = j; l < dim; ++l) *second++ += weight * y * (x[l * kBlock] - pivot[l]);
  }
  if (kSecond == Second::spherical) second[0] += weight * squares;
}

template <Second kSecond>
void add_rows(const double* x, std::size_t rows, std::size_t dim, const std::uint32_t* labels, const double* weights,
              const double* pivots, double* moments) {
  const std::size_t length = moments_length(kSecond, dim);
  for (std::size_t i = 0; i < rows; ++i) {
    add_row<kSecond>(x + i, dim, weights ? weights[i] : 1.0, pivots + labels[i] * dim, moments + labels[i] * length);
  }
}

}  // namespace

void add_assigned(const double* x, std::size_t rows, std::size_t dim, const std::uint32_t* labels,
                  const double* weights, const double* pivots, Second second, double* moments) {
  const auto add = second == Second::none        ? add_rows<Second::none>
                   : second == Second::spherical ? add_rows<Second::spherical>
                   : second == Second::diagonal  ? add_rows<Second::diagonal>
                                                 : add_rows<Second::full>;
  add(x, rows, dim, labels, weights, pivots, moments);
}

}  // namespace mixseed::kernel
