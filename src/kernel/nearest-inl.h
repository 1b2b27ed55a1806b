// The nearest of several spherical components, and the list of those that must be compared.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_NEAREST_INL_H_
#undef MIXSEED_KERNEL_NEAREST_INL_H_
#else
#define MIXSEED_KERNEL_NEAREST_INL_H_
#endif

#include <algorithm>
#include <limits>

#include "kernel/columns-inl.h"
#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

using Floats = hn::CappedTag<float, kTile>;
constexpr Floats kFloats;

std::size_t within(const float* bounds, const float* slacks, const float* sizes, std::size_t count, float radius,
                   float reach, std::uint32_t* list) {
  std::size_t found = 0;
  const auto r = hn::Set(kFloats, radius), s = hn::Set(kFloats, reach);
  for (std::size_t first = 0; first < count; first += MaxLanes(kFloats)) {
    const auto farthest = hn::Max(r, hn::Mul(s, hn::LoadU(kFloats, sizes + first)));
    const auto limit = hn::Add(hn::LoadU(kFloats, slacks + first), farthest);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(kFloats, hn::Le(hn::LoadU(kFloats, bounds + first), limit), bits);
    for (std::uint32_t left = bits[0]; left; left &= left - 1) {
      list[found++] = static_cast<std::uint32_t>(first + hwy::Num0BitsBelowLS1Bit_Nonzero32(left));
    }
  }
  while (found > 0 && list[found - 1] >= count) --found;  // everything is within an infinite radius
  return found;
}

// kernel::Nearest in vectors.
struct Known {
  Tile label, tight, near, m;
};

// kCount components at a time; four give enough independent sums to use all multipliers.
template <bool kAfresh, bool kTrack, std::size_t kCount>
HWY_INLINE void take_into_account(const SphericalComponents& spheres, const std::uint32_t* list, const double* x,
                                  Known& known, double* least) {
  const double* mean[kCount];
  Tile d[kCount];
  for (std::size_t c = 0; c < kCount; ++c) {
    mean[c] = spheres.means + list[c] * spheres.dim;
    d[c] = Tile::zero();
  }
  for (std::size_t j = 0; j < spheres.dim; ++j) {
    const Tile xj = Tile::of(x + j * kTile);
    for (std::size_t c = 0; c < kCount; ++c) {
      const V mj = all(mean[c][j]);
      for (std::size_t p = 0; p < kParts; ++p) {
        const V y = hn::Sub(xj.part[p], mj);
        d[c].part[p] = hn::MulAdd(y, y, d[c].part[p]);
      }
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    const V number = all(static_cast<double>(list[c])), precision = all(spheres.precisions[list[c]]);
    if (kTrack) least[c] = std::min(least[c], smallest(d[c]));
    for (std::size_t p = 0; p < kParts; ++p) {
      const V dp = d[c].part[p], mp = hn::Mul(dp, precision);
      V &label = known.label.part[p], &tight = known.tight.part[p], &near = known.near.part[p], &m = known.m.part[p];
      auto nearer = hn::Lt(dp, near);
      if (!kAfresh) nearer = hn::Or(nearer, hn::And(hn::Eq(dp, near), hn::Lt(number, label)));
      label = hn::IfThenElse(nearer, number, label);
      near = hn::Min(near, dp);
      if (kTrack) tight = hn::IfThenElse(hn::Lt(mp, m), number, tight);
      m = hn::Min(m, mp);
    }
  }
}

// Whole numbers as lanes and back.
using Numbers = hn::Rebind<std::int32_t, Tag>;
HWY_INLINE Tile tile_of(const std::uint32_t* numbers) {
  Tile tile;
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto* from = reinterpret_cast<const std::int32_t*>(numbers + p * kLanes);
    tile.part[p] = hn::PromoteTo(kTag, hn::LoadU(Numbers(), from));
  }
  return tile;
}
HWY_INLINE void store_numbers(const Tile& tile, std::uint32_t* numbers) {
  for (std::size_t p = 0; p < kParts; ++p) {
    auto* to = reinterpret_cast<std::int32_t*>(numbers + p * kLanes);
    hn::StoreU(hn::DemoteTo(Numbers(), tile.part[p]), Numbers(), to);
  }
}

template <bool kAfresh, bool kTrack>
void nearest_of(const SphericalComponents& spheres, const std::uint32_t* list, std::size_t count, const double* x,
                Nearest& state, double* least) {
  Known known{tile_of(state.labels), {}, Tile::of(state.near), Tile::of(state.m)};
  if (kTrack) known.tight = tile_of(state.tight);
  if (kAfresh) known.near = known.m = Tile::filled(std::numeric_limits<double>::infinity());
  const auto least_from = [&](std::size_t at) { return kTrack ? least + at : nullptr; };
  std::size_t s = 0;
  for (; s + 4 <= count; s += 4) take_into_account<kAfresh, kTrack, 4>(spheres, list + s, x, known, least_from(s));
  if (s + 2 <= count) {
    take_into_account<kAfresh, kTrack, 2>(spheres, list + s, x, known, least_from(s));
    s += 2;
  }
  if (s < count) take_into_account<kAfresh, kTrack, 1>(spheres, list + s, x, known, least_from(s));
  store_numbers(known.label, state.labels);
  if (kTrack) store_numbers(known.tight, state.tight);
  known.near.store_to(state.near);
  known.m.store_to(state.m);
  state.farthest = largest(known.near);
  state.loosest = largest(known.m);
}

void nearest(const SphericalComponents& spheres, const std::uint32_t* list, std::size_t count, const double* x,
             bool is_new, Nearest& state, double* least) {
  const auto run = is_new ? (least ? nearest_of<true, true> : nearest_of<true, false>)
                          : (least ? nearest_of<false, true> : nearest_of<false, false>);
  run(spheres, list, count, x, state, least);
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
