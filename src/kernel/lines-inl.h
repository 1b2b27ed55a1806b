// Rows that stay in tiles from pass to pass: the terms of one component after the other, for many tiles at a time.
// Lanes run across rows, eight whatever the width of a vector, and are added up in one order: the bits do not depend on
// it.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_LINES_INL_H_
#undef MIXSEED_KERNEL_LINES_INL_H_
#else
#define MIXSEED_KERNEL_LINES_INL_H_
#endif

#include <algorithm>
#include <limits>
#include <utility>

#include "kernel/kernel.h"
#include "kernel/shares-inl.h"
#include "kernel/terms-inl.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

template <Shape kShape, std::size_t kDim>
void line_of(const Components& c, std::size_t k, const double* tiles, std::size_t count, double* line) {
  for (std::size_t t = 0; t < count; ++t) {
    term(c, k, distance<kShape, kDim>(c, k, tiles + t * c.dim * kTile)).store_to(line + t * kTile);
  }
}

using LineOfTerms = decltype(Kernels::line_of_terms);

template <std::size_t... kDims>
LineOfTerms line_for_triangular(std::size_t dim, std::index_sequence<kDims...>) {
  constexpr LineOfTerms list[] = {line_of<Shape::triangular, kDims>...};
  return list[dim < sizeof...(kDims) ? dim : 0];
}

void line_of_terms(const Components& c, std::size_t k, const double* tiles, std::size_t count, double* line) {
  switch (c.shape) {
    case Shape::triangular:
      return line_for_triangular(c.dim, std::make_index_sequence<kMostFixed + 1>())(c, k, tiles, count, line);
    case Shape::diagonal: return line_of<Shape::diagonal, 0>(c, k, tiles, count, line);
    case Shape::spherical: break;
  }
  line_of<Shape::spherical, 0>(c, k, tiles, count, line);
}

// exp(x) for kLeastExponent <= x <= 0 and log(x) for x >= 1, within 1e-10: half the work of exact ones, and where a
// search goes does not depend on more. As exp_of(): 2^n exp(rest). The logarithm of a number between 0.75 and 1.5 is
// that of (1 + s) / (1 - s), a sum of odd powers of s. The polynomials are those whose largest error is least.
HWY_INLINE V rough_exp(V x) {
  const hn::RebindToSigned<Tag> bits;
  const V big = all(6755399441055744.0);  // 1.5 * 2^52
  const V shifted = hn::MulAdd(x, all(1.4426950408889634), big);
  const V rest = hn::NegMulAdd(hn::Sub(shifted, big), all(0x1.62e42fefa39efp-1), x);
  const auto pair = [&](double even, double odd) { return hn::MulAdd(all(odd), rest, all(even)); };
  const V r2 = hn::Mul(rest, rest), r4 = hn::Mul(r2, r2);
  const V from0 =
      hn::MulAdd(pair(0.5000000104536036, 0.16666665126080818), r2, pair(0.9999999999616818, 1.0000000002431049));
  const V from4 = hn::MulAdd(pair(0.001394818330270108, 0.00019775167006671308), r2,
                             pair(0.041666225425929335, 0.008333561099751342));
  const V sum = hn::MulAdd(from4, r4, from0);
  return hn::BitCast(kTag, hn::Add(hn::BitCast(bits, sum), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

HWY_INLINE V rough_log(V x) {
  const hn::RebindToUnsigned<Tag> bits;
  // The exponent of x / 0.75, so that what is left lies between 0.75 and 1.5.
  const auto offset = hn::BitCast(bits, all(0.75));
  const auto exponent = hn::ShiftRight<52>(hn::Sub(hn::BitCast(bits, x), offset));
  const V scaled = hn::BitCast(kTag, hn::Sub(hn::BitCast(bits, x), hn::ShiftLeft<52>(exponent)));
  const V s = hn::Div(hn::Sub(scaled, all(1.0)), hn::Add(scaled, all(1.0))), s2 = hn::Mul(s, s);
  V series = all(0.24148781279158377);
  for (const double next : {0.28502645224396916, 0.4000099337686064, 0.6666666166099476, 2.0000000000403353}) {
    series = hn::MulAdd(series, s2, all(next));
  }
  // A small whole number in the last bits of 1.5 * 2^52.
  const V big = all(6755399441055744.0);
  const V n = hn::Sub(hn::BitCast(kTag, hn::Add(exponent, hn::BitCast(bits, big))), big);
  return hn::MulAdd(n, all(0x1.62e42fefa39efp-1), hn::Mul(series, s));
}

// Two lines: the larger term of a row has no exponential to wait for.
void normalise_two(std::size_t length, std::size_t stride, double least, double* terms, double* out) {
  const V lowest = all(-std::numeric_limits<double>::max()), one = all(1.0), half = all(0.5);
  const V cut = all(HWY_MAX(least, kLeastExponent));
  for (std::size_t i = 0; i < length; i += kLanes) {
    const V a = load(terms + i), b = load(terms + stride + i), largest = hn::Max(a, b);
    const V below = hn::Sub(hn::Min(a, b), hn::Max(largest, lowest));
    const V less = hn::IfThenElseZero(hn::Ge(below, cut), rough_exp(hn::Max(below, cut)));
    const V total = hn::Add(one, less), more = hn::Div(one, total);
    const auto none = hn::Lt(largest, lowest), first = hn::Ge(a, b);  // none: both terms are -inf
    const V share = hn::IfThenElse(none, half, hn::IfThenElse(first, more, hn::Mul(less, more)));
    store(share, terms + i);
    store(hn::Sub(one, share), terms + stride + i);
    store(hn::IfThenElse(none, largest, hn::Add(largest, rough_log(total))), out + i);
  }
}

void normalise_lines(std::size_t lines, std::size_t length, std::size_t stride, double least, double* terms,
                     double* out) {
  if (lines == 2) return normalise_two(length, stride, least, terms, out);
  const V lowest = all(-std::numeric_limits<double>::max()), one = all(1.0);
  const V cut = all(HWY_MAX(least, kLeastExponent)), equal = all(1.0 / static_cast<double>(lines));
  double* const end = terms + lines * stride;
  for (std::size_t i = 0; i < length; i += kLanes) {
    V largest = load(terms + i), sum = hn::Zero(kTag);
    for (double* term = terms + stride + i; term < end; term += stride) largest = hn::Max(largest, load(term));
    const V shift = hn::Max(largest, lowest);
    for (double* term = terms + i; term < end; term += stride) {
      const V below = hn::Sub(load(term), shift);
      const auto counts = hn::Ge(below, cut);
      V share = hn::Zero(kTag);
      if (!hn::AllFalse(kTag, counts)) share = hn::IfThenElseZero(counts, rough_exp(below));
      sum = hn::Add(sum, share);
      store(share, term);
    }
    const auto none = hn::Lt(largest, lowest);  // every term is -inf
    const V total = hn::IfThenElse(none, one, sum), inverse = hn::Div(one, total);
    for (double* term = terms + i; term < end; term += stride) {
      store(hn::IfThenElse(none, equal, hn::Mul(load(term), inverse)), term);
    }
    store(hn::IfThenElse(none, largest, hn::Add(largest, rough_log(total))), out + i);
  }
}

HWY_INLINE double sum_of_lanes(const Tile& tile) {
  HWY_ALIGN double lane[kTile];
  tile.store_to(lane);
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// Adds sums of products of the line `left` with kLines lines from `right` on, of `count` tiles that lie `stride` apart.
template <std::size_t kLines>
HWY_INLINE void multiply_lines(const double* left, const double* right, std::size_t stride, std::size_t count,
                               double* sums) {
  Tile sum[kLines];
  for (Tile& tile : sum) tile = Tile::zero();
  for (std::size_t t = 0; t < count; ++t, left += stride, right += stride) {
    const Tile a = Tile::of(left);
    for (std::size_t l = 0; l < kLines; ++l) {
      for (std::size_t p = 0; p < kParts; ++p) {
        sum[l].part[p] = hn::MulAdd(a.part[p], load(right + l * kTile + p * kLanes), sum[l].part[p]);
      }
    }
  }
  for (std::size_t l = 0; l < kLines; ++l) sums[l] += sum_of_lanes(sum[l]);
}

constexpr std::size_t kLinesAtOnce = HWY_MAX(8 / kParts, 2);

HWY_INLINE void multiply_lines(const double* left, const double* right, std::size_t lines, std::size_t stride,
                               std::size_t count, double* sums) {
  for (; lines >= kLinesAtOnce; lines -= kLinesAtOnce, right += kLinesAtOnce * kTile, sums += kLinesAtOnce) {
    multiply_lines<kLinesAtOnce>(left, right, stride, count, sums);
  }
  switch (lines) {
    case 7: return multiply_lines<7>(left, right, stride, count, sums);
    case 6: return multiply_lines<6>(left, right, stride, count, sums);
    case 5: return multiply_lines<5>(left, right, stride, count, sums);
    case 4: return multiply_lines<4>(left, right, stride, count, sums);
    case 3: return multiply_lines<3>(left, right, stride, count, sums);
    case 2: return multiply_lines<2>(left, right, stride, count, sums);
    case 1: return multiply_lines<1>(left, right, stride, count, sums);
    default: return;
  }
}

// So few columns that all sums stay in registers.
template <std::size_t kDim>
void add_few_columns(const double* tiles, std::size_t count, const double* shares, const double* weights,
                     const double* pivot, double* moments) {
  constexpr std::size_t kSums = (kDim + 1) * (kDim + 2) / 2;
  HWY_ALIGN double lanes[kSums][kTile];
  for (std::size_t p = 0; p < kParts; ++p) {
    V sums[kSums], y[kDim + 1];
    for (V& sum : sums) sum = hn::Zero(kTag);
    y[kDim] = all(1.0);
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t at = t * kTile + p * kLanes;
      const V r = hn::Mul(load(shares + at), load(weights + at));
      if (hn::AllFalse(kTag, hn::Gt(r, hn::Zero(kTag)))) continue;
      const double* x = tiles + t * kDim * kTile + p * kLanes;
      for (std::size_t j = 0; j < kDim; ++j) y[j] = hn::Sub(load(x + j * kTile), all(pivot[j]));
      V* sum = sums;
      for (std::size_t j = 0; j <= kDim; ++j) {
        const V ry = hn::Mul(r, y[j]);
        for (std::size_t l = j; l <= kDim; ++l, ++sum) *sum = hn::MulAdd(ry, y[l], *sum);
      }
    }
    for (std::size_t s = 0; s < kSums; ++s) store(sums[s], lanes[s] + p * kLanes);
  }
  const double* lane = lanes[0];
  for (std::size_t j = 0; j <= kDim; ++j) {
    for (std::size_t l = j; l <= kDim; ++l, lane += kTile) {
      moments[moments_line(kDim, j) + l] += sum_of_lanes(Tile::of(lane));
    }
  }
}

// The tiles in which a row counts, about the pivot and with a line of ones, one after the other: y, and r y behind it.
void add_line_moments(const double* tiles, std::size_t count, std::size_t dim, const double* shares,
                      const double* weights, const double* pivot, Second second, double* moments, double* scratch) {
  if (second == Second::full) {
    switch (dim) {
      case 1: return add_few_columns<1>(tiles, count, shares, weights, pivot, moments);
      case 2: return add_few_columns<2>(tiles, count, shares, weights, pivot, moments);
      case 3: return add_few_columns<3>(tiles, count, shares, weights, pivot, moments);
      case 4: return add_few_columns<4>(tiles, count, shares, weights, pivot, moments);
      default: break;
    }
  }
  const std::size_t half = (dim + 1) * kTile, stride = 2 * half;
  std::size_t t = 0;
  while (t < count) {
    std::size_t kept = 0;
    for (; t < count && kept < kTilesOfLines; ++t) {
      Tile r = Tile::of(shares + t * kTile);
      auto counts = hn::Lt(r.part[0], r.part[0]);
      for (std::size_t p = 0; p < kParts; ++p) {
        r.part[p] = hn::Mul(r.part[p], load(weights + t * kTile + p * kLanes));
        counts = hn::Or(counts, hn::Gt(r.part[p], hn::Zero(kTag)));
      }
      if (hn::AllFalse(kTag, counts)) continue;
      double *y = scratch + kept++ * stride, *ry = y + half;
      const double* x = tiles + t * dim * kTile;
      for (std::size_t j = 0; j < dim; ++j) {
        const V at = all(pivot[j]);
        for (std::size_t p = 0; p < kParts; ++p) {
          const std::size_t place = j * kTile + p * kLanes;
          const V about = hn::Sub(load(x + place), at);
          store(about, y + place);
          store(hn::Mul(about, r.part[p]), ry + place);
        }
      }
      Tile::filled(1).store_to(y + dim * kTile);
      r.store_to(ry + dim * kTile);
    }
    const double *y = scratch, *ry = scratch + half;
    if (second == Second::full) {
      for (std::size_t j = 0; j <= dim; ++j) {
        const std::size_t at = j * kTile;
        multiply_lines(ry + at, y + at, dim + 1 - j, stride, kept, moments + moments_line(dim, j) + j);
      }
      continue;
    }
    multiply_lines(y + dim * kTile, ry, dim + 1, stride, kept, moments);
    for (std::size_t j = 0; second == Second::diagonal && j <= dim; ++j) {
      multiply_lines<1>(ry + j * kTile, y + j * kTile, stride, kept, moments + moments_width(dim) + j);
    }
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
