// Distances and terms of components, tile by tile.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_TERMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_TERMS_INL_H_
#undef MIXSEED_KERNEL_TERMS_INL_H_
#else
#define MIXSEED_KERNEL_TERMS_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Adds the squares of kRows lines of shift - F x, from line `row` on.
template <std::size_t kRows, typename Number>
HWY_INLINE void add_lines(const Number* factor, const Number* shift, std::size_t row, const Number* x,
                          SideOf<Number>& sum) {
  using S = SideOf<Number>;
  S z[kRows];
  const Number* f[kRows];
  for (std::size_t r = 0; r < kRows; ++r) {
    f[r] = factor + (row + r) * (row + r + 1) / 2;
    z[r] = S::filled(shift[row + r]);
  }
  const auto subtract = [&](std::size_t l, std::size_t from) HWY_ATTR {
    const S xl = S::of(x + l * S::kSize);
    for (std::size_t r = from; r < kRows; ++r) {
      const auto b = hn::Set(S::kTag, f[r][l]);
      for (std::size_t p = 0; p < S::kParts; ++p) z[r].part[p] = hn::NegMulAdd(b, xl.part[p], z[r].part[p]);
    }
  };
  for (std::size_t l = 0; l <= row; ++l) subtract(l, 0);
  for (std::size_t l = 1; l < kRows; ++l) subtract(row + l, l);
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t p = 0; p < S::kParts; ++p) sum.part[p] = hn::MulAdd(z[r].part[p], z[r].part[p], sum.part[p]);
  }
}

// The number of lines to process together when `left` remain: as many as the registers hold, never one alone.
constexpr std::size_t lines_at_once(std::size_t left) { return left <= 5 ? left : left == 6 ? 3 : left <= 8 ? 4 : 5; }

template <std::size_t kDim, std::size_t kRow, typename Number>
HWY_INLINE void add_all_lines(const Number* factor, const Number* shift, const Number* x, SideOf<Number>& sum) {
  if constexpr (kRow < kDim) {
    constexpr std::size_t kRows = lines_at_once(kDim - kRow);
    add_lines<kRows>(factor, shift, kRow, x, sum);
    add_all_lines<kDim, kRow + kRows>(factor, shift, x, sum);
  }
}

// kDim = 0: any number of columns.
template <Shape kShape, std::size_t kDim, typename Number>
HWY_INLINE SideOf<Number> distance(const ComponentsIn<Number>& c, std::size_t k, const Number* x) {
  using S = SideOf<Number>;
  const std::size_t dim = kDim > 0 ? kDim : c.dim;
  const Number* factor = c.factors + k * c.factor_stride;
  S sum = S::zero();
  if (kShape == Shape::triangular) {
    const Number* shift = c.shifts + k * dim;
    if constexpr (kDim > 0) {
      add_all_lines<kDim, 0>(factor, shift, x, sum);
    } else {
      constexpr std::size_t kRows = 4;
      std::size_t row = 0;
      for (; row + kRows <= dim; row += kRows) add_lines<kRows>(factor, shift, row, x, sum);
      switch (dim - row) {
        case 3: add_lines<3>(factor, shift, row, x, sum); break;
        case 2: add_lines<2>(factor, shift, row, x, sum); break;
        case 1: add_lines<1>(factor, shift, row, x, sum); break;
        default: break;
      }
    }
    return sum;
  }
  const Number* mean = c.means + k * dim;
  for (std::size_t j = 0; j < dim; ++j) {
    const auto m = hn::Set(S::kTag, mean[j]), f = hn::Set(S::kTag, kShape == Shape::diagonal ? factor[j] : Number{1});
    const S xj = S::of(x + j * S::kSize);
    for (std::size_t p = 0; p < S::kParts; ++p) {
      auto z = hn::Sub(xj.part[p], m);
      if (kShape == Shape::diagonal) z = hn::Mul(z, f);
      sum.part[p] = hn::MulAdd(z, z, sum.part[p]);
    }
  }
  if (kShape == Shape::spherical) {
    const auto scale = hn::Set(S::kTag, *factor);
    for (auto& part : sum.part) part = hn::Mul(part, scale);
  }
  return sum;
}

void distances(const Components& c, std::size_t k, const double* x, double* out) {
  switch (c.shape) {
    case Shape::triangular: distance<Shape::triangular, 0>(c, k, x).store_to(out); break;
    case Shape::diagonal: distance<Shape::diagonal, 0>(c, k, x).store_to(out); break;
    case Shape::spherical: distance<Shape::spherical, 0>(c, k, x).store_to(out); break;
  }
}

template <typename Number>
HWY_INLINE SideOf<Number> term(const ComponentsIn<Number>& c, std::size_t k, const SideOf<Number>& m) {
  using S = SideOf<Number>;
  const auto offset = hn::Set(S::kTag, c.offsets[k]), minus_half = hn::Set(S::kTag, Number{-0.5});
  S result;
  for (std::size_t p = 0; p < S::kParts; ++p) result.part[p] = hn::MulAdd(minus_half, m.part[p], offset);
  return result;
}

// The rows of a tile with the same label: the largest distance, and the smallest term.
struct Group {
  std::uint32_t label;
  double radius;
  double least;
  Tile terms;

  HWY_INLINE Group() {}  // written out, as Side's
};

HWY_INLINE Group group_of(const Components& c, std::uint32_t label, const Tile& m, double farthest) {
  Group group;
  group.label = label;
  group.radius = std::sqrt(farthest);
  group.least = c.offsets[label] - 0.5 * farthest;
  group.terms = term(c, label, m);
  return group;
}

// Returns how many groups the tile has.
template <Shape kShape, std::size_t kDim>
HWY_INLINE std::size_t find_groups(const Components& c, const double* x, const std::uint32_t* labels,
                                   Group (&groups)[kTile]) {
  std::uint32_t differences = 0;
  for (std::size_t i = 1; i < kTile; ++i) differences |= labels[i] ^ labels[0];
  if (differences == 0) {
    const Tile m = distance<kShape, kDim>(c, labels[0], x);
    groups[0] = group_of(c, labels[0], m, largest(m));
    return 1;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < kTile; ++i) {
    std::size_t g = 0;
    while (g < count && groups[g].label != labels[i]) ++g;
    if (g < count) continue;
    ++count;
    const Tile m = distance<kShape, kDim>(c, labels[i], x);
    HWY_ALIGN double lanes[kTile];
    m.store_to(lanes);
    double farthest = 0;
    for (std::size_t l = i; l < kTile; ++l) {
      if (labels[l] == labels[i] && !(lanes[l] <= farthest)) farthest = lanes[l];
    }
    groups[g] = group_of(c, labels[i], m, farthest);
  }
  return count;
}

// Which of the components k .. k + kLanes - 1 the bounds cannot rule out, as bits.
HWY_INLINE std::uint32_t candidates(const Bounds& b, const Group* groups, std::size_t count, std::size_t k) {
  std::uint32_t bits = 0;
  const V reach = load(b.reach + k);
  for (std::size_t g = 0; g < count; ++g) {
    const std::size_t at = groups[g].label * b.stride + k;
    const V bound = hn::NegMulAdd(all(groups[g].radius), load(b.spread + at), load(b.distance + at));
    const V far = hn::Max(bound, hn::Zero(kTag));
    const V most = hn::NegMulAdd(hn::Mul(far, far), all(0.5), reach);
    bits |= bits_of(hn::Ge(most, all(groups[g].least)));
  }
  return bits;
}

// Keeps those of the components that matter to a row of the tile if it lies on their side of the plane. Several at a
// time: each is one long chain of sums. Returns how many are left.
HWY_NOINLINE std::size_t keep_beyond_planes(const Components& c, const Bounds& b, const Group& group, const double* x,
                                            std::uint32_t* numbers, std::size_t count) {
  constexpr std::size_t kAtATime = 4;
  const std::size_t dim = c.dim;
  std::size_t kept = 0;
  for (std::size_t first = 0; first < count; first += kAtATime) {
    std::uint32_t k[kAtATime];
    const double* plane[kAtATime];
    Tile height[kAtATime];
    for (std::size_t s = 0; s < kAtATime; ++s) {
      k[s] = numbers[std::min(first + s, count - 1)];
      plane[s] = b.planes + (group.label * c.count + k[s]) * dim;
      for (V& part : height[s].part) part = all(-b.heights[group.label * b.stride + k[s]]);
    }
    for (std::size_t j = 0; j < dim; ++j) {
      const Tile xj = Tile::of(x + j * kTile);
      for (std::size_t s = 0; s < kAtATime; ++s) {
        const V w = all(plane[s][j]);
        for (std::size_t p = 0; p < kParts; ++p) height[s].part[p] = hn::MulAdd(w, xj.part[p], height[s].part[p]);
      }
    }
    for (std::size_t s = 0; s < std::min(kAtATime, count - first); ++s) {
      const V reach = all(b.reach[k[s]]);
      auto matters = hn::Lt(reach, reach);
      for (std::size_t p = 0; p < kParts; ++p) {
        const V far = hn::Max(height[s].part[p], hn::Zero(kTag));
        const V most = hn::NegMulAdd(hn::Mul(far, far), all(0.5), reach);
        matters = hn::Or(matters, hn::Ge(most, group.terms.part[p]));
      }
      numbers[kept] = k[s];
      kept += !hn::AllFalse(kTag, matters);
    }
  }
  return kept;
}

template <Shape kShape, std::size_t kDim>
std::size_t all_terms(const Components& c, const double* x, std::uint32_t* numbers, double* terms) {
  for (std::size_t k = 0; k < c.count; ++k) {
    numbers[k] = static_cast<std::uint32_t>(k);
    term(c, k, distance<kShape, kDim>(c, k, x)).store_to(terms + k * kTile);
  }
  return c.count;
}

template <Shape kShape, std::size_t kDim>
std::size_t close_terms_of(const Components& c, const Bounds* b, const double* x, const std::uint32_t* labels,
                           std::uint32_t* numbers, double* terms) {
  if (!b) return all_terms<kShape, kDim>(c, x, numbers, terms);
  Group groups[kTile];
  const std::size_t group_count = find_groups<kShape, kDim>(c, x, labels, groups);
  for (std::size_t g = 0; g < group_count; ++g) {
    // Bounds do not hold for a row at infinite distance.
    if (!(groups[g].least > -kInfinity)) return all_terms<kShape, kDim>(c, x, numbers, terms);
  }
  std::size_t count = 0;
  for (std::size_t first = 0; first < c.count; first += kLanes) {
    for (std::uint32_t bits = candidates(*b, groups, group_count, first); bits; bits &= bits - 1) {
      numbers[count++] = static_cast<std::uint32_t>(first + hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
    }
  }
  if (b->planes && group_count == 1) count = keep_beyond_planes(c, *b, groups[0], x, numbers, count);
  for (std::size_t s = 0; s < count; ++s) {
    std::size_t g = 0;
    while (g < group_count && groups[g].label != numbers[s]) ++g;
    const std::size_t k = numbers[s];
    (g < group_count ? groups[g].terms : term(c, k, distance<kShape, kDim>(c, k, x))).store_to(terms + s * kTile);
  }
  return count;
}

using CloseTerms = decltype(Kernels::close_terms);

// For few columns the loops are unrolled.
constexpr std::size_t kMostFixed = 11;
template <std::size_t... kDims>
CloseTerms for_triangular(std::size_t dim, std::index_sequence<kDims...>) {
  constexpr CloseTerms list[] = {close_terms_of<Shape::triangular, kDims>...};
  return list[dim < sizeof...(kDims) ? dim : 0];
}

std::size_t close_terms(const Components& c, const Bounds* b, const double* x, const std::uint32_t* labels,
                        std::uint32_t* numbers, double* terms) {
  switch (c.shape) {
    case Shape::triangular: {
      const CloseTerms run = for_triangular(c.dim, std::make_index_sequence<kMostFixed + 1>());
      return run(c, b, x, labels, numbers, terms);
    }
    case Shape::diagonal: return close_terms_of<Shape::diagonal, 0>(c, b, x, labels, numbers, terms);
    case Shape::spherical: break;
  }
  return close_terms_of<Shape::spherical, 0>(c, b, x, labels, numbers, terms);
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
