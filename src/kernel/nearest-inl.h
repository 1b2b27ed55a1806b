// The nearest of several spherical components, and which of them need a look at all.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_NEAREST_INL_H_
#undef MIXSEED_KERNEL_NEAREST_INL_H_
#else
#define MIXSEED_KERNEL_NEAREST_INL_H_
#endif

#include <algorithm>

#include "kernel/columns-inl.h"
#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

// Writes the places of the bits, less than kLanes of them, to the list and returns how many there are. Without a
// branch: which bits are set is hard to predict. Up to four numbers are written.
HWY_INLINE std::size_t write_places(std::uint32_t bits, std::size_t first, std::uint32_t* list) {
  std::size_t found = 0;
  for (std::size_t quad = 0; quad < kLanes; quad += kQuad) {
    const std::uint64_t places = kPlaces[bits >> quad & 15];
    for (std::size_t i = 0; i < kQuad; ++i) {
      list[found + i] = static_cast<std::uint32_t>(first + quad + (places >> (16 * i) & 15));
    }
    found += hwy::PopCount(bits >> quad & 15);
  }
  return found;
}

std::size_t within(const double* gaps, const double* sizes, std::size_t count, double radius, double reach,
                   std::uint32_t* list) {
  std::size_t found = 0;
  const V r = all(radius), s = all(reach);
  for (std::size_t first = 0; first < count; first += kLanes) {
    const V limit = hn::Add(r, hn::Max(r, hn::Mul(s, load(sizes + first))));
    found += write_places(bits_of(hn::Le(load(gaps + first), limit)), first, list + found);
  }
  while (found > 0 && list[found - 1] >= count) --found;  // everything is within an infinite radius
  return found;
}

// kCount components at a time: with four, the sums are enough to keep the multipliers busy.
template <std::size_t kCount>
HWY_INLINE void take_into_account(const Spheres& spheres, const std::uint32_t* list, const double* x, Tile& label,
                                  Tile& near, Tile& m) {
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
    for (std::size_t p = 0; p < kParts; ++p) {
      const V dp = d[c].part[p];
      label.part[p] = hn::IfThenElse(hn::Lt(dp, near.part[p]), number, label.part[p]);
      near.part[p] = hn::Min(near.part[p], dp);
      m.part[p] = hn::Min(m.part[p], hn::Mul(dp, precision));
    }
  }
}

void nearest(const Spheres& spheres, const std::uint32_t* list, std::size_t count, const double* x, Nearest& state) {
  HWY_ALIGN double labels[kTile];
  for (std::size_t i = 0; i < kTile; ++i) labels[i] = state.labels[i];
  Tile label = Tile::of(labels), near = Tile::of(state.near), m = Tile::of(state.m);
  std::size_t s = 0;
  for (; s + 4 <= count; s += 4) take_into_account<4>(spheres, list + s, x, label, near, m);
  if (s + 2 <= count) {
    take_into_account<2>(spheres, list + s, x, label, near, m);
    s += 2;
  }
  if (s < count) take_into_account<1>(spheres, list + s, x, label, near, m);
  label.store_to(labels);
  for (std::size_t i = 0; i < kTile; ++i) state.labels[i] = static_cast<std::uint32_t>(labels[i]);
  near.store_to(state.near);
  m.store_to(state.m);
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
