// Moments in vectors: the rows that matter are moved together, then multiplied in tiles that fit the registers.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_MOMENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_MOMENTS_INL_H_
#undef MIXSEED_KERNEL_MOMENTS_INL_H_
#else
#define MIXSEED_KERNEL_MOMENTS_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

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
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
