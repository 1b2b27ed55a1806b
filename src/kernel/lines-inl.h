// Terms of one component at a time for rows stored as float strips. Sixteen lanes run across rows and are added in a
// fixed order, so the bits do not depend on the width of a vector.
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
#include "kernel/responsibilities-inl.h"
#include "kernel/terms-inl.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

template <Shape kShape, std::size_t kDim>
void line_of(const ComponentsIn<float>& c, std::size_t k, const float* strips, std::size_t count, float* line) {
  for (std::size_t t = 0; t < count; ++t) {
    term(c, k, distance<kShape, kDim>(c, k, strips + t * c.dim * kStrip)).store_to(line + t * kStrip);
  }
}

using LineOfTerms = decltype(Kernels::line_of_terms);

template <std::size_t... kDims>
LineOfTerms line_for_triangular(std::size_t dim, std::index_sequence<kDims...>) {
  constexpr LineOfTerms list[] = {line_of<Shape::triangular, kDims>...};
  return list[dim < sizeof...(kDims) ? dim : 0];
}

void line_of_terms(const ComponentsIn<float>& c, std::size_t k, const float* strips, std::size_t count, float* line) {
  switch (c.shape) {
    case Shape::triangular:
      return line_for_triangular(c.dim, std::make_index_sequence<kMostFixed + 1>())(c, k, strips, count, line);
    case Shape::diagonal: return line_of<Shape::diagonal, 0>(c, k, strips, count, line);
    case Shape::spherical: break;
  }
  line_of<Shape::spherical, 0>(c, k, strips, count, line);
}

using F = Strip::V;
constexpr auto kFloatTag = Strip::kTag;
HWY_INLINE F load(const float* from) { return hn::LoadU(kFloatTag, from); }
HWY_INLINE void store(F v, float* to) { hn::StoreU(v, kFloatTag, to); }
HWY_INLINE F all(float value) { return hn::Set(kFloatTag, value); }

// exp(x) for |x| <= -kLeastExponent, and log(x), to the precision of floats. As with doubles: 2^n exp(rest).
// The logarithm of a number between 0.75 and 1.5 is that of (1 + s) / (1 - s), a sum of odd powers of s. The
// polynomials are minimax.
HWY_INLINE F exp_of(F x) {
  const hn::RebindToSigned<decltype(kFloatTag)> bits;
  const F big = all(12582912.0F);  // 1.5 * 2^23
  const F shifted = hn::MulAdd(x, all(1.44269504F), big);
  const F rest = hn::NegMulAdd(hn::Sub(shifted, big), all(0.693147181F), x);
  const F r2 = hn::Mul(rest, rest);
  const F low = hn::MulAdd(all(0.999999702F), rest, all(1.0F));
  const F middle = hn::MulAdd(all(0.166676372F), rest, all(0.499991506F));
  const F high = hn::MulAdd(all(0.00829030667F), rest, all(0.0418979749F));
  const F sum = hn::MulAdd(hn::MulAdd(high, r2, middle), r2, low);
  return hn::BitCast(kFloatTag, hn::Add(hn::BitCast(bits, sum), hn::ShiftLeft<23>(hn::BitCast(bits, shifted))));
}

HWY_INLINE F log_of(F x) {
  const hn::RebindToSigned<decltype(kFloatTag)> bits;
  // The exponent of x / 0.75, so that the mantissa lies between 0.75 and 1.5.
  const auto offset = hn::BitCast(bits, all(0.75F));
  const auto exponent = hn::ShiftRight<23>(hn::Sub(hn::BitCast(bits, x), offset));
  const F scaled = hn::BitCast(kFloatTag, hn::Sub(hn::BitCast(bits, x), hn::ShiftLeft<23>(exponent)));
  const F s = hn::Div(hn::Sub(scaled, all(1.0F)), hn::Add(scaled, all(1.0F))), s2 = hn::Mul(s, s);
  const F series = hn::MulAdd(hn::MulAdd(all(0.420855522F), s2, all(0.666243196F)), s2, all(2.00000215F));
  return hn::MulAdd(hn::ConvertTo(kFloatTag, exponent), all(0.693147181F), hn::Mul(series, s));
}

void log_sums(std::size_t count, const float* kept, const float* change, float weight, float* out) {
  const F most = all(static_cast<float>(-kLeastExponent)), least = all(static_cast<float>(kLeastExponent));
  for (std::size_t i = 0; i < count; i += Strip::kLanes) {
    F sum = load(kept + i);
    if (change) sum = hn::MulAdd(all(weight), exp_of(hn::Min(hn::Max(load(change + i), least), most)), sum);
    store(log_of(sum), out + i);
  }
}

// For two lines only the smaller term of a row needs an exponential.
void normalise_two(std::size_t length, std::size_t stride, float least, float* terms, float* out) {
  const F lowest = all(-std::numeric_limits<float>::max()), one = all(1.0F), half = all(0.5F);
  const F cut = all(HWY_MAX(least, static_cast<float>(kLeastExponent)));
  for (std::size_t i = 0; i < length; i += Strip::kLanes) {
    const F a = load(terms + i), b = load(terms + stride + i), largest = hn::Max(a, b);
    const F below = hn::Sub(hn::Min(a, b), hn::Max(largest, lowest));
    const F less = hn::IfThenElseZero(hn::Ge(below, cut), exp_of(hn::Max(below, cut)));
    const F total = hn::Add(one, less), more = hn::Div(one, total);
    const auto none = hn::Lt(largest, lowest), first = hn::Ge(a, b);  // none: both terms are -inf
    const F share = hn::IfThenElse(none, half, hn::IfThenElse(first, more, hn::Mul(less, more)));
    store(share, terms + i);
    store(hn::Sub(one, share), terms + stride + i);
    store(hn::IfThenElse(none, largest, hn::Add(largest, log_of(total))), out + i);
  }
}

void normalise_lines(std::size_t lines, std::size_t length, std::size_t stride, float least, float* terms, float* out) {
  if (lines == 2) return normalise_two(length, stride, least, terms, out);
  const F lowest = all(-std::numeric_limits<float>::max()), one = all(1.0F);
  const F cut = all(HWY_MAX(least, static_cast<float>(kLeastExponent))), equal = all(1.0F / static_cast<float>(lines));
  float* const end = terms + lines * stride;
  for (std::size_t i = 0; i < length; i += Strip::kLanes) {
    F largest = load(terms + i), sum = hn::Zero(kFloatTag);
    for (float* term = terms + stride + i; term < end; term += stride) largest = hn::Max(largest, load(term));
    const F shift = hn::Max(largest, lowest);
    for (float* term = terms + i; term < end; term += stride) {
      const F below = hn::Sub(load(term), shift);
      const auto counts = hn::Ge(below, cut);
      F share = hn::Zero(kFloatTag);
      if (!hn::AllFalse(kFloatTag, counts)) share = hn::IfThenElseZero(counts, exp_of(below));
      sum = hn::Add(sum, share);
      store(share, term);
    }
    const auto none = hn::Lt(largest, lowest);  // every term is -inf
    const F total = hn::IfThenElse(none, one, sum), inverse = hn::Div(one, total);
    for (float* term = terms + i; term < end; term += stride) {
      store(hn::IfThenElse(none, equal, hn::Mul(load(term), inverse)), term);
    }
    store(hn::IfThenElse(none, largest, hn::Add(largest, log_of(total))), out + i);
  }
}

// Adds up as doubles, in four sums.
HWY_INLINE double sum_of_lanes(const float* lane) {
  const hn::CappedTag<double, 4> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  HWY_ALIGN double sums[4];
  for (std::size_t i = 0; i < 4; i += MaxLanes(doubles)) {
    const auto quad = [&](std::size_t at) HWY_ATTR { return hn::PromoteTo(doubles, hn::LoadU(floats, lane + at + i)); };
    hn::StoreU(hn::Add(hn::Add(quad(0), quad(8)), hn::Add(quad(4), quad(12))), doubles, sums + i);
  }
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

// Sums of products of the line `left` with kLines lines from `right` on, of `count` strips that lie `stride` apart.
template <std::size_t kLines>
HWY_INLINE void multiply_lines(const float* left, const float* right, std::size_t stride, std::size_t count,
                               double* sums) {
  Strip sum[kLines];
  for (Strip& strip : sum) strip = Strip::zero();
  for (std::size_t t = 0; t < count; ++t, left += stride, right += stride) {
    const Strip a = Strip::of(left);
    for (std::size_t l = 0; l < kLines; ++l) {
      for (std::size_t p = 0; p < Strip::kParts; ++p) {
        const F b = load(right + l * kStrip + p * Strip::kLanes);
        sum[l].part[p] = hn::MulAdd(a.part[p], b, sum[l].part[p]);
      }
    }
  }
  HWY_ALIGN float lanes[kLines][kStrip];
  for (std::size_t l = 0; l < kLines; ++l) sum[l].store_to(lanes[l]);
  for (std::size_t l = 0; l < kLines; ++l) sums[l] = sum_of_lanes(lanes[l]);
}

constexpr std::size_t kLinesAtOnce = HWY_MAX(8 / Strip::kParts, 2);
constexpr std::size_t kMostSums = 8 * kLinesAtOnce;

HWY_INLINE void multiply_lines(const float* left, const float* right, std::size_t lines, std::size_t stride,
                               std::size_t count, double* sums) {
  for (; lines >= kLinesAtOnce; lines -= kLinesAtOnce, right += kLinesAtOnce * kStrip, sums += kLinesAtOnce) {
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

// For few columns, so that all sums stay in registers.
template <std::size_t kDim>
void add_few_columns(const float* strips, std::size_t count, const float* responsibilities, const float* weights,
                     const float* pivot, const double* units, double* moments) {
  constexpr std::size_t kSums = (kDim + 1) * (kDim + 2) / 2;
  HWY_ALIGN float lanes[kSums][kStrip];
  for (std::size_t p = 0; p < Strip::kParts; ++p) {
    F sums[kSums], y[kDim + 1];
    for (F& sum : sums) sum = hn::Zero(kFloatTag);
    y[kDim] = all(1.0F);
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t at = t * kStrip + p * Strip::kLanes;
      const F r = hn::Mul(load(responsibilities + at), load(weights + at));
      if (hn::AllFalse(kFloatTag, hn::Gt(r, hn::Zero(kFloatTag)))) continue;
      const float* x = strips + t * kDim * kStrip + p * Strip::kLanes;
      for (std::size_t j = 0; j < kDim; ++j) y[j] = hn::Sub(load(x + j * kStrip), all(pivot[j]));
      F* sum = sums;
      for (std::size_t j = 0; j <= kDim; ++j) {
        const F ry = hn::Mul(r, y[j]);
        for (std::size_t l = j; l < kDim; ++l, ++sum) *sum = hn::MulAdd(ry, y[l], *sum);
        *sum = hn::Add(*sum, ry);
        ++sum;
      }
    }
    for (std::size_t s = 0; s < kSums; ++s) store(sums[s], lanes[s] + p * Strip::kLanes);
  }
  const auto* lane = lanes;
  for (std::size_t j = 0; j <= kDim; ++j) {
    for (std::size_t l = j; l <= kDim; ++l) {
      moments[moments_line(kDim, j) + l] += units[j] * units[l] * sum_of_lanes(*lane++);
    }
  }
}

// The moments of strips; arguments as in add_line_moments.
void add_products(const float* strips, std::size_t half, std::size_t count, std::size_t dim, const double* units,
                  Second second, double* moments) {
  const float *y = strips, *ry = strips + half;
  const std::size_t stride = 2 * half;
  double sums[kMostSums];
  const auto add = [&](const float* left, const float* right, std::size_t lines, double unit, const double* others,
                       double* to) HWY_ATTR {
    for (std::size_t from = 0; from < lines; from += kMostSums) {
      const std::size_t some = HWY_MIN(kMostSums, lines - from);
      multiply_lines(left, right + from * kStrip, some, stride, count, sums);
      for (std::size_t l = 0; l < some; ++l) to[from + l] += unit * others[from + l] * sums[l];
    }
  };
  for (std::size_t j = 0; second == Second::full && j <= dim; ++j) {
    add(ry + j * kStrip, y + j * kStrip, dim + 1 - j, units[j], units + j, moments + moments_line(dim, j) + j);
  }
  if (second == Second::full) return;
  add(y + dim * kStrip, ry, dim + 1, units[dim], units, moments);
  for (std::size_t j = 0; second == Second::diagonal && j <= dim; ++j) {
    add(ry + j * kStrip, y + j * kStrip, 1, units[j], units + j, moments + moments_width(dim) + j);
  }
}

// The strips in which a row counts, about the pivot and with a line of ones, one after the other: y, and r y behind it.
void add_line_moments(const float* strips, std::size_t count, std::size_t dim, const float* responsibilities,
                      const float* weights, const float* pivot, const double* units, Second second, double* moments,
                      float* scratch) {
  if (second == Second::full) {
    switch (dim) {
      case 1: return add_few_columns<1>(strips, count, responsibilities, weights, pivot, units, moments);
      case 2: return add_few_columns<2>(strips, count, responsibilities, weights, pivot, units, moments);
      case 3: return add_few_columns<3>(strips, count, responsibilities, weights, pivot, units, moments);
      case 4: return add_few_columns<4>(strips, count, responsibilities, weights, pivot, units, moments);
      default: break;
    }
  }
  const std::size_t half = (dim + 1) * kStrip, stride = 2 * half;
  std::size_t t = 0;
  while (t < count) {
    std::size_t kept = 0;
    for (; t < count && kept < strips_at_once(dim); ++t) {
      Strip r = Strip::of(responsibilities + t * kStrip);
      auto counts = hn::Lt(r.part[0], r.part[0]);
      for (std::size_t p = 0; p < Strip::kParts; ++p) {
        r.part[p] = hn::Mul(r.part[p], load(weights + t * kStrip + p * Strip::kLanes));
        counts = hn::Or(counts, hn::Gt(r.part[p], hn::Zero(kFloatTag)));
      }
      if (hn::AllFalse(kFloatTag, counts)) continue;
      float *y = scratch + kept++ * stride, *ry = y + half;
      const float* x = strips + t * dim * kStrip;
      for (std::size_t j = 0; j < dim; ++j) {
        const F at = all(pivot[j]);
        for (std::size_t p = 0; p < Strip::kParts; ++p) {
          const std::size_t place = j * kStrip + p * Strip::kLanes;
          const F about = hn::Sub(load(x + place), at);
          store(about, y + place);
          store(hn::Mul(about, r.part[p]), ry + place);
        }
      }
      Strip::filled(1).store_to(y + dim * kStrip);
      r.store_to(ry + dim * kStrip);
    }
    add_products(scratch, half, kept, dim, units, second, moments);
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
