// Distances, responsibilities and the largest term, in vectors.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_NORMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_NORMS_INL_H_
#undef MIXSEED_KERNEL_NORMS_INL_H_
#else
#define MIXSEED_KERNEL_NORMS_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

template <bool kScaled>
HWY_INLINE void sum_of_squares(const double* x, std::size_t rows, std::size_t dim, const double* mean,
                               const double* scale, double* out) {
  for (std::size_t i = 0; i < rows; i += kTile * kLanes) {
    V sum[kTile];
    for (auto& s : sum) s = hn::Zero(kTag);
    for (std::size_t j = 0; j < dim; ++j) {
      const V m = all(mean[j]), f = all(kScaled ? scale[j] : 1.0);
      for (std::size_t t = 0; t < kTile; ++t) {
        V y = hn::Sub(load(x + j * kBlock + i + t * kLanes), m);
        if (kScaled) y = hn::Mul(y, f);
        sum[t] = hn::MulAdd(y, y, sum[t]);
      }
    }
    for (std::size_t t = 0; t < kTile; ++t) store(sum[t], out + i + t * kLanes);
  }
}

void squared_distances(const double* x, std::size_t rows, std::size_t dim, const double* center, double* out) {
  sum_of_squares<false>(x, rows, dim, center, nullptr, out);
}

void store_labels(V numbers, std::uint32_t* labels) {
  HWY_ALIGN double lanes[kStrands];
  hn::Store(numbers, kTag, lanes);
  for (std::size_t l = 0; l < kLanes; ++l) labels[l] = static_cast<std::uint32_t>(lanes[l]);
}

void nearest(const double* x, std::size_t rows, std::size_t dim, const double* centers, const double* scales,
             std::size_t components, std::uint32_t* labels, double* distance) {
  for (std::size_t i = 0; i < rows; i += kTile * kLanes) {
    V best[kTile], number[kTile];
    for (std::size_t t = 0; t < kTile; ++t) {
      best[t] = all(std::numeric_limits<double>::infinity());
      number[t] = hn::Zero(kTag);
    }
    for (std::size_t k = 0; k < components; ++k) {
      V sum[kTile];
      for (auto& s : sum) s = hn::Zero(kTag);
      for (std::size_t j = 0; j < dim; ++j) {
        const V m = all(centers[k * dim + j]);
        for (std::size_t t = 0; t < kTile; ++t) {
          const V y = hn::Sub(load(x + j * kBlock + i + t * kLanes), m);
          sum[t] = hn::MulAdd(y, y, sum[t]);
        }
      }
      const V scale = all(scales ? scales[k] : 1.0);
      for (std::size_t t = 0; t < kTile; ++t) {
        sum[t] = hn::Mul(sum[t], scale);
        const auto below = hn::Lt(sum[t], best[t]);
        best[t] = hn::IfThenElse(below, sum[t], best[t]);
        number[t] = hn::IfThenElse(below, all(static_cast<double>(k)), number[t]);
      }
    }
    for (std::size_t t = 0; t < kTile; ++t) {
      store(best[t], distance + i + t * kLanes);
      store_labels(number[t], labels + i + t * kLanes);
    }
  }
}

void squared_norms_diagonal(const double* x, std::size_t rows, std::size_t dim, const double* mean, const double* scale,
                            double* out) {
  sum_of_squares<true>(x, rows, dim, mean, scale, out);
}

// Adds the squares of kRows rows of factor * y, for a tile of vectors of y.
template <std::size_t kRows>
HWY_INLINE void add_factor_rows(const double* factor, std::size_t row, const double* y, V (&sum)[kTile]) {
  V z[kRows][kTile];
  const double* f[kRows];
  for (std::size_t r = 0; r < kRows; ++r) {
    f[r] = factor + (row + r) * (row + r + 1) / 2;
    for (auto& part : z[r]) part = hn::Zero(kTag);
  }
  for (std::size_t l = 0; l <= row; ++l) {
    V b[kRows];
    for (std::size_t r = 0; r < kRows; ++r) b[r] = all(f[r][l]);
    for (std::size_t t = 0; t < kTile; ++t) {
      const V yt = load(y + (l * kTile + t) * kLanes);
      for (std::size_t r = 0; r < kRows; ++r) z[r][t] = hn::MulAdd(b[r], yt, z[r][t]);
    }
  }
  for (std::size_t r = 1; r < kRows; ++r) {
    for (std::size_t l = row + 1; l <= row + r; ++l) {
      for (std::size_t t = 0; t < kTile; ++t) {
        z[r][t] = hn::MulAdd(all(f[r][l]), load(y + (l * kTile + t) * kLanes), z[r][t]);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t t = 0; t < kTile; ++t) sum[t] = hn::MulAdd(z[r][t], z[r][t], sum[t]);
  }
}

void squared_norms_triangular(const double* x, std::size_t rows, std::size_t dim, const double* mean,
                              const double* factor, double* out, double* scratch) {
  for (std::size_t i = 0; i < rows; i += kTile * kLanes) {
    for (std::size_t j = 0; j < dim; ++j) {
      const V m = all(mean[j]);
      for (std::size_t t = 0; t < kTile; ++t) {
        store(hn::Sub(load(x + j * kBlock + i + t * kLanes), m), scratch + (j * kTile + t) * kLanes);
      }
    }
    V sum[kTile];
    for (auto& s : sum) s = hn::Zero(kTag);
    std::size_t row = 0;
    for (; row + 1 < dim; row += 2) add_factor_rows<2>(factor, row, scratch, sum);
    if (row < dim) add_factor_rows<1>(factor, row, scratch, sum);
    for (std::size_t t = 0; t < kTile; ++t) store(sum[t], out + i + t * kLanes);
  }
}

void normalise(double* terms, std::size_t components, std::size_t rows, double* out) {
  const V lowest = all(-std::numeric_limits<double>::max()), one = all(1.0);
  const V equal = all(1.0 / static_cast<double>(components));
  const V cut = all(-80.0);  // exp of less changes no digit of a sum that is at least 1
  for (std::size_t i = 0; i < rows; i += kLanes) {
    V largest = load(terms + i);
    for (std::size_t k = 1; k < components; ++k) largest = hn::Max(largest, load(terms + k * kBlock + i));
    const auto none = hn::Lt(largest, lowest);  // every term is -inf
    const V shift = hn::Max(largest, lowest);
    V sum = hn::Zero(kTag);
    for (std::size_t k = 0; k < components; ++k) {
      double* term = terms + k * kBlock + i;
      const V below = hn::Sub(load(term), shift);
      const auto counts = hn::Ge(below, cut);
      if (hn::AllFalse(kTag, counts)) {
        store(hn::Zero(kTag), term);
        continue;
      }
      const V e = hn::IfThenElseZero(counts, hn::Exp(kTag, below));
      sum = hn::Add(sum, e);
      store(e, term);
    }
    sum = hn::IfThenElse(none, one, sum);
    const V inverse = hn::Div(one, sum);
    for (std::size_t k = 0; k < components; ++k) {
      double* term = terms + k * kBlock + i;
      store(hn::IfThenElse(none, equal, hn::Mul(load(term), inverse)), term);
    }
    store(hn::IfThenElse(none, largest, hn::Add(largest, hn::Log(kTag, sum))), out + i);
  }
}

void argmax(const double* terms, std::size_t components, std::size_t rows, std::uint32_t* labels, double* best) {
  for (std::size_t i = 0; i < rows; i += kLanes) {
    V value = load(terms + i), number = hn::Zero(kTag);
    for (std::size_t k = 1; k < components; ++k) {
      const V term = load(terms + k * kBlock + i);
      const auto above = hn::Gt(term, value);
      value = hn::IfThenElse(above, term, value);
      number = hn::IfThenElse(above, all(static_cast<double>(k)), number);
    }
    store(value, best + i);
    store_labels(number, labels + i);
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
