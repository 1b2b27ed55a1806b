// Vectors of rows, and sums over rows in eight interleaved strands.
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

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
