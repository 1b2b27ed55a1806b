// Moments as sums of outer products: lanes run across columns, and every number is one sum in the order of the rows,
// so that the bits are the same for vectors of any width.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_MOMENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_MOMENTS_INL_H_
#undef MIXSEED_KERNEL_MOMENTS_INL_H_
#else
#define MIXSEED_KERNEL_MOMENTS_INL_H_
#endif

#include <algorithm>

#include "kernel/columns-inl.h"
#include "kernel/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

struct Batch {
  const Rows& rows;
  const std::uint16_t* picked;
  const double* r;
  std::size_t count, dim, width;
  const double* pivot;  // [width], with -1 behind the last column
  double *y, *ry;       // [count][width]: rows about the pivot, and the same times r
};

// Fills y and ry for kQuads quads from column c on; kPartial: not all columns of the last quad exist. Adds up ry and
// ry * y unless the moments are full.
template <std::size_t kQuads, bool kPartial, Second kSecond>
HWY_INLINE void weigh(const Batch& b, std::size_t c, double* moments) {
  constexpr std::size_t kVectors = kQuads * kSteps, kWhole = kPartial ? kVectors - kSteps : kVectors;
  C sum[kVectors], square[kVectors], pivot[kVectors];
  hn::Mask<Columns> there[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    const std::size_t at = c + v * kStep;
    there[v] = hn::FirstN(kColumns, at < b.dim ? b.dim - at : 0);
    pivot[v] = hn::LoadU(kColumns, b.pivot + at);
    if (kSecond != Second::full) sum[v] = hn::LoadU(kColumns, moments + at);
    if (kSecond == Second::diagonal) square[v] = hn::LoadU(kColumns, moments + b.width + at);
  }
  for (std::size_t i = 0; i < b.count; ++i) {
    const C r = hn::Set(kColumns, b.r[i]);
    const double* row = b.rows[b.picked[i]] + c;
    for (std::size_t v = 0; v < kVectors; ++v) {
      const std::size_t at = i * b.width + c + v * kStep;
      const C x =
          v < kWhole ? hn::LoadU(kColumns, row + v * kStep) : hn::MaskedLoad(there[v], kColumns, row + v * kStep);
      const C y = hn::Sub(x, pivot[v]), ry = hn::Mul(r, y);
      if (kSecond == Second::full) {
        hn::StoreU(y, kColumns, b.y + at);
        hn::StoreU(ry, kColumns, b.ry + at);
      } else {
        sum[v] = hn::Add(sum[v], ry);
      }
      if (kSecond == Second::diagonal) square[v] = hn::MulAdd(ry, y, square[v]);
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    const std::size_t at = c + v * kStep;
    if (kSecond != Second::full) hn::StoreU(sum[v], kColumns, moments + at);
    if (kSecond == Second::diagonal) hn::StoreU(square[v], kColumns, moments + b.width + at);
  }
}

// All quads but the last, which has the 1, are whole.
template <Second kSecond>
HWY_INLINE void weigh_all(const Batch& b, double* moments) {
  std::size_t c = 0;
  for (; b.width - c > 3 * kQuad; c += 2 * kQuad) weigh<2, false, kSecond>(b, c, moments);
  switch ((b.width - c) / kQuad) {
    case 3: weigh<3, true, kSecond>(b, c, moments); break;
    case 2: weigh<2, true, kSecond>(b, c, moments); break;
    default: weigh<1, true, kSecond>(b, c, moments); break;
  }
}

// Lines j .. j+kRows-1 of the full moments, kQuads quads from column c on.
template <std::size_t kRows, std::size_t kQuads>
struct Sums {
  static constexpr std::size_t kVectors = kQuads * kSteps;
  C sum[kRows][kVectors];
  double* line[kRows];

  HWY_INLINE Sums(const Batch& b, std::size_t j, std::size_t c, double* moments) {
    for (std::size_t r = 0; r < kRows; ++r) {
      line[r] = moments + moments_line(b.dim, j + r) + c;
      for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = hn::LoadU(kColumns, line[r] + v * kStep);
    }
  }
  // y and ry at the columns j and c of a row
  HWY_INLINE void add(const double* y, const double* ry) {
    C right[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) right[v] = hn::LoadU(kColumns, ry + v * kStep);
    for (std::size_t r = 0; r < kRows; ++r) {
      const C left = hn::Set(kColumns, y[r]);
      for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(left, right[v], sum[r][v]);
    }
  }
  HWY_INLINE void store() const {
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[r][v], kColumns, line[r] + v * kStep);
    }
  }
};

template <std::size_t kQuads>
HWY_INLINE void multiply(const Batch& b, std::size_t j, std::size_t c, double* moments) {
  Sums<kQuad, kQuads> sums(b, j, c, moments);
  for (std::size_t i = 0; i < b.count; ++i) sums.add(b.y + i * b.width + j, b.ry + i * b.width + c);
  sums.store();
}

// The last kRows lines, and the four before them when there are any: together they fill the registers.
template <std::size_t kRows>
HWY_INLINE void multiply_end(const Batch& b, double* moments) {
  const std::size_t j = b.width - kQuad;
  Sums<kRows, 1> last(b, j, j, moments);
  if (j == 0) {
    for (std::size_t i = 0; i < b.count; ++i) last.add(b.y + i * b.width, b.ry + i * b.width);
  } else {
    Sums<kQuad, 2> before(b, j - kQuad, j - kQuad, moments);
    for (std::size_t i = 0; i < b.count; ++i) {
      const double *y = b.y + i * b.width + j, *ry = b.ry + i * b.width + j;
      before.add(y - kQuad, ry - kQuad);
      last.add(y, ry);
    }
    before.store();
  }
  last.store();
}

HWY_INLINE void multiply_all(const Batch& b, double* moments) {
  for (std::size_t j = 0; j + 2 * kQuad < b.width; j += kQuad) {
    std::size_t c = j;
    for (; b.width - c >= 3 * kQuad; c += 3 * kQuad) multiply<3>(b, j, c, moments);
    if (b.width - c == 2 * kQuad) multiply<2>(b, j, c, moments);
    if (b.width - c == kQuad) multiply<1>(b, j, c, moments);
  }
  switch (b.dim % kQuad) {
    case 0: multiply_end<1>(b, moments); break;
    case 1: multiply_end<2>(b, moments); break;
    case 2: multiply_end<3>(b, moments); break;
    default: multiply_end<4>(b, moments); break;
  }
}

void add_moments(const Rows& rows, std::size_t dim, const std::uint16_t* picked, const double* r, std::size_t count,
                 const double* pivot, Second second, double* moments, double* scratch) {
  const std::size_t width = moments_width(dim), most = moments_batch(dim);
  double *about = scratch, *y = about + width, *ry = y + most * width;
  std::copy_n(pivot, dim, about);
  about[dim] = -1;
  std::fill(about + dim + 1, about + width, 0.0);
  for (std::size_t from = 0; from < count; from += most) {
    const Batch batch{rows, picked + from, r + from, std::min(most, count - from), dim, width, about, y, ry};
    switch (second) {
      case Second::none: weigh_all<Second::none>(batch, moments); break;
      case Second::diagonal: weigh_all<Second::diagonal>(batch, moments); break;
      case Second::full:
        weigh_all<Second::full>(batch, moments);
        multiply_all(batch, moments);
        break;
    }
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
