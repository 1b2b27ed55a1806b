// Vectors of rows: lane i belongs to row i of a tile, or part of one.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_VECTORS_INL_H_
#undef MIXSEED_KERNEL_VECTORS_INL_H_
#else
#define MIXSEED_KERNEL_VECTORS_INL_H_
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, kTile>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = MaxLanes(kTag);
constexpr std::size_t kParts = kTile / kLanes;  // vectors for one tile

HWY_INLINE V load(const double* from) { return hn::LoadU(kTag, from); }
HWY_INLINE void store(V v, double* to) { hn::StoreU(v, kTag, to); }
HWY_INLINE V all(double value) { return hn::Set(kTag, value); }

// One number of each of several rows.
template <typename Number, std::size_t kRows>
struct Side {
  static constexpr hn::CappedTag<Number, kRows> kTag{};
  static constexpr std::size_t kLanes = MaxLanes(kTag), kParts = kRows / kLanes, kSize = kRows;
  using V = hn::Vec<hn::CappedTag<Number, kRows>>;
  V part[kParts];
  // Written out: a constructor that the compiler adds lacks the target of the functions around it, and GCC then cannot
  // inline that of NEON vectors.
  HWY_INLINE Side() {}

  static HWY_INLINE Side filled(Number value) {
    Side side;
    for (V& p : side.part) p = hn::Set(kTag, value);
    return side;
  }
  static HWY_INLINE Side zero() { return filled(0); }
  static HWY_INLINE Side of(const Number* from) {
    Side side;
    for (std::size_t p = 0; p < kParts; ++p) side.part[p] = hn::LoadU(kTag, from + p * kLanes);
    return side;
  }
  HWY_INLINE void store_to(Number* to) const {
    for (std::size_t p = 0; p < kParts; ++p) hn::StoreU(part[p], kTag, to + p * kLanes);
  }
};

// Rows are in tiles, or, as floats, in strips.
using Tile = Side<double, kTile>;
using Strip = Side<float, kStrip>;
template <typename Number>
using SideOf = std::conditional_t<std::is_same_v<Number, float>, Strip, Tile>;

HWY_INLINE double smallest(const Tile& tile) {
  V least = tile.part[0];
  for (std::size_t p = 1; p < kParts; ++p) least = hn::Min(least, tile.part[p]);
  return hn::GetLane(hn::MinOfLanes(kTag, least));
}
// NaN counts as infinite.
HWY_INLINE double largest(const Tile& tile) {
  V most = hn::Zero(kTag);
  auto sound = hn::Eq(most, most);
  for (const V& part : tile.part) {
    most = hn::Max(most, part);
    sound = hn::And(sound, hn::Eq(part, part));
  }
  if (!hn::AllTrue(kTag, sound)) return std::numeric_limits<double>::infinity();
  return hn::GetLane(hn::MaxOfLanes(kTag, most));
}

// The lanes of a mask as bits.
HWY_INLINE std::uint32_t bits_of(hn::Mask<Tag> mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(kTag, mask, bits);
  return bits[0];
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
