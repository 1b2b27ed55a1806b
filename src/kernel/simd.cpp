// The kernels in vectors, compiled once per instruction set. Lanes run across rows, and what is summed over rows is
// summed in eight interleaved strands whatever the width of a vector, so that AVX2 and AVX-512 give the same bits.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernel/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd.cpp"
// SSE has no fused multiply-add, so its bits would differ; AVX3_DL adds nothing for doubles.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway wants it.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kStrands = 8;
using Tag = hn::CappedTag<double, kStrands>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = MaxLanes(kTag);
constexpr std::size_t kParts = kStrands / kLanes;  // vectors for one group of eight rows
constexpr std::size_t kTile = 4;                   // vectors of rows that are worked on together

HWY_INLINE V load(const double* from) { return hn::LoadU(kTag, from); }
HWY_INLINE void store(V v, double* to) { hn::StoreU(v, kTag, to); }
HWY_INLINE V all(double value) { return hn::Set(kTag, value); }

// The strands of one sum, added up in a fixed order: i with i + 4, then with i + 2, then with i + 1.
HWY_INLINE double total(const V (&parts)[kParts]) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  const hn::CappedTag<double, 4> four;
  const hn::CappedTag<double, 2> two;
#if HWY_TARGET == HWY_AVX2
  const auto by4 = hn::Add(parts[0], parts[1]);
#else
  const auto by4 = hn::Add(hn::LowerHalf(four, parts[0]), hn::UpperHalf(four, parts[0]));
#endif
  const auto by2 = hn::Add(hn::LowerHalf(two, by4), hn::UpperHalf(two, by4));
  return hn::GetLane(hn::Add(by2, hn::Reverse(two, by2)));
#else
  HWY_ALIGN double s[kStrands];
  for (std::size_t p = 0; p < kParts; ++p) hn::Store(parts[p], kTag, s + p * kLanes);
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
#endif
}

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
  HWY_ALIGN double numbers[kStrands];
  for (std::size_t i = 0; i < rows; i += kLanes) {
    V value = load(terms + i), number = hn::Zero(kTag);
    for (std::size_t k = 1; k < components; ++k) {
      const V term = load(terms + k * kBlock + i);
      const auto above = hn::Gt(term, value);
      value = hn::IfThenElse(above, term, value);
      number = hn::IfThenElse(above, all(static_cast<double>(k)), number);
    }
    store(value, best + i);
    hn::Store(number, kTag, numbers);
    for (std::size_t l = 0; l < kLanes; ++l) labels[i + l] = static_cast<std::uint32_t>(numbers[l]);
  }
}

// Second moments of columns j .. j+kJ-1 of r*y with columns l .. l+kL-1 of y, into the packed upper triangle.
template <std::size_t kJ, std::size_t kL>
HWY_INLINE void add_tile(const double* ry, const double* y, std::size_t rows, std::size_t dim, std::size_t j0,
                         std::size_t l0, double* packed) {
  V sum[kJ][kL][kParts];
  for (auto& line : sum) {
    for (auto& strands : line) {
      for (auto& part : strands) part = hn::Zero(kTag);
    }
  }
  for (std::size_t i = 0; i < rows; i += kStrands) {
    for (std::size_t p = 0; p < kParts; ++p) {
      V right[kL];
      for (std::size_t l = 0; l < kL; ++l) right[l] = load(y + (l0 + l) * kBlock + i + p * kLanes);
      for (std::size_t j = 0; j < kJ; ++j) {
        const V left = load(ry + (j0 + j) * kBlock + i + p * kLanes);
        for (std::size_t l = 0; l < kL; ++l) sum[j][l][p] = hn::MulAdd(left, right[l], sum[j][l][p]);
      }
    }
  }
  for (std::size_t j = 0; j < kJ; ++j) {
    const std::size_t row = j0 + j;
    double* line = packed + row * dim - row * (row + 1) / 2;  // so that line[l] is the number of row and column l
    for (std::size_t l = 0; l < kL; ++l) {
      if (l0 + l >= row) line[l0 + l] += total(sum[j][l]);
    }
  }
}

template <std::size_t kJ>
HWY_INLINE void add_rows(const double* ry, const double* y, std::size_t rows, std::size_t dim, std::size_t j,
                         double* packed) {
  constexpr std::size_t kL = kParts > 1 ? 3 : 4;  // as many sums as the registers hold
  std::size_t l = j;
  for (; l + kL <= dim; l += kL) add_tile<kJ, kL>(ry, y, rows, dim, j, l, packed);
  if (kL > 3 && dim - l == 3) add_tile<kJ, 3>(ry, y, rows, dim, j, l, packed);
  if (dim - l == 2) add_tile<kJ, 2>(ry, y, rows, dim, j, l, packed);
  if (dim - l == 1) add_tile<kJ, 1>(ry, y, rows, dim, j, l, packed);
}

// Moves the lanes of a mask to the front of a vector.
class Packing {
 public:
  using Mask = hn::Mask<Tag>;
#if HWY_TARGET == HWY_AVX2
  // Highway's own Compress copies its table to the stack at every call here.
  HWY_INLINE explicit Packing(Mask mask) : order_(hn::SetTableIndices(kTag, kOrders[bits_of(mask)])) {}
  HWY_INLINE V operator()(V v) const { return hn::TableLookupLanes(v, order_); }

 private:
  static HWY_INLINE std::size_t bits_of(Mask mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(kTag, mask, bits);
    return bits[0];
  }
  static constexpr std::int64_t kOrders[16][4] = {
      {0, 1, 2, 3}, {0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 2, 3}, {2, 0, 1, 3}, {0, 2, 1, 3}, {1, 2, 0, 3}, {0, 1, 2, 3},
      {3, 0, 1, 2}, {0, 3, 1, 2}, {1, 3, 0, 2}, {0, 1, 3, 2}, {2, 3, 0, 1}, {0, 2, 3, 1}, {1, 2, 3, 0}, {0, 1, 2, 3}};
  decltype(hn::SetTableIndices(kTag, kOrders[0])) order_;
#else
  HWY_INLINE explicit Packing(Mask mask) : mask_(mask) {}
  HWY_INLINE V operator()(V v) const { return hn::Compress(v, mask_); }

 private:
  Mask mask_;
#endif
};

// Moves the rows with r > 0 together: y = x - pivot, and their r, padded by rows of r = 0 to whole groups. Returns how
// many there are. Components that matter to few rows of a block cost little in this way. Whole vectors are stored; the
// next ones overwrite what is too much.
HWY_INLINE std::size_t gather(const double* x, std::size_t rows, std::size_t dim, const double* r, const double* pivot,
                              double* y, double* kept) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows; i += kLanes) {
    const V ri = load(r + i);
    const auto positive = hn::Gt(ri, hn::Zero(kTag));
    const std::size_t found = hn::CountTrue(kTag, positive);
    if (found == 0) continue;
    const Packing packed(positive);
    store(packed(ri), kept + count);
    for (std::size_t j = 0; j < dim; ++j) {
      const V yi = hn::Sub(load(x + j * kBlock + i), all(pivot[j]));
      store(packed(yi), y + j * kBlock + count);
    }
    count += found;
  }
  std::fill(kept + count, kept + (count + kStrands - 1) / kStrands * kStrands, 0.0);
  return count;
}

// ry = r * y for kColumns columns; their sums go to `first`, and with kSquares the sums of r * y * y to `squares`.
template <std::size_t kColumns, bool kSquares>
HWY_INLINE void weigh(const double* r, const double* y, std::size_t rows, double* ry, double* first, double* squares) {
  V sum[kColumns][kParts], square[kColumns][kParts];
  for (std::size_t c = 0; c < kColumns; ++c) {
    for (std::size_t p = 0; p < kParts; ++p) sum[c][p] = square[c][p] = hn::Zero(kTag);
  }
  for (std::size_t group = 0; group < rows; group += kStrands) {
    for (std::size_t p = 0; p < kParts; ++p) {
      const std::size_t i = group + p * kLanes;
      const V ri = load(r + i);
      for (std::size_t c = 0; c < kColumns; ++c) {
        const V yi = load(y + c * kBlock + i);
        const V ryi = hn::Mul(ri, yi);
        store(ryi, ry + c * kBlock + i);
        sum[c][p] = hn::Add(sum[c][p], ryi);
        if (kSquares) square[c][p] = hn::MulAdd(ryi, yi, square[c][p]);
      }
    }
  }
  for (std::size_t c = 0; c < kColumns; ++c) {
    first[c] += total(sum[c]);
    if (kSquares) squares[c] += total(square[c]);
  }
}

template <bool kSquares>
HWY_INLINE void weigh_all(const double* r, const double* y, std::size_t rows, std::size_t dim, double* ry,
                          double* first, double* squares) {
  constexpr std::size_t kColumns = 3;
  std::size_t j = 0;
  for (; j + kColumns <= dim; j += kColumns) {
    weigh<kColumns, kSquares>(r, y + j * kBlock, rows, ry + j * kBlock, first + j, squares + j);
  }
  for (; j < dim; ++j) weigh<1, kSquares>(r, y + j * kBlock, rows, ry + j * kBlock, first + j, squares + j);
}

HWY_INLINE double mass_of(const double* r, std::size_t rows) {
  V sum[kParts];
  for (auto& part : sum) part = hn::Zero(kTag);
  for (std::size_t i = 0; i < rows; i += kStrands) {
    for (std::size_t p = 0; p < kParts; ++p) sum[p] = hn::Add(sum[p], load(r + i + p * kLanes));
  }
  return total(sum);
}

void add_moments(const double* x, std::size_t rows, std::size_t dim, const double* r, const double* pivot,
                 Second second, double* moments, double* scratch) {
  double* y = scratch;
  double* ry = y + dim * kBlock;
  double* kept = ry + dim * kBlock;
  const std::size_t count = gather(x, rows, dim, r, pivot, y, kept);
  if (count == 0) return;
  moments[0] += mass_of(kept, count);
  double* first = moments + 1;
  double* squares = first + dim;
  if (second == Second::none || second == Second::full) {
    weigh_all<false>(kept, y, count, dim, ry, first, squares);
  } else if (second == Second::diagonal) {
    weigh_all<true>(kept, y, count, dim, ry, first, squares);
  } else {
    for (std::size_t j = 0; j < dim; ++j) {
      weigh<1, true>(kept, y + j * kBlock, count, ry, first + j, squares);
    }
  }
  if (second != Second::full) return;
  constexpr std::size_t kJ = kParts > 1 ? 2 : 3;
  std::size_t j = 0;
  for (; j + kJ <= dim; j += kJ) add_rows<kJ>(ry, y, count, dim, j, squares);
  for (; j < dim; ++j) add_rows<1>(ry, y, count, dim, j, squares);
}

}  // namespace

Kernels table() {
  return {.squared_distances = squared_distances,
          .squared_norms_diagonal = squared_norms_diagonal,
          .squared_norms_triangular = squared_norms_triangular,
          .normalise = normalise,
          .argmax = argmax,
          .add_moments = add_moments};
}

}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "kernel/dispatch.h"

namespace mixseed::kernel {

std::vector<NamedKernels> vector_kernels() {
  std::vector<NamedKernels> list;
  const auto supported = hwy::SupportedTargets();
#if HWY_TARGETS & HWY_AVX3
  if (supported & HWY_AVX3) list.push_back({"avx512", N_AVX3::table()});
#endif
#if HWY_TARGETS & HWY_AVX2
  if (supported & HWY_AVX2) list.push_back({"avx2", N_AVX2::table()});
#endif
#if HWY_TARGETS & HWY_NEON
  if (supported & HWY_NEON) list.push_back({"neon", N_NEON::table()});
#endif
  return list;
}

}  // namespace mixseed::kernel
#endif
