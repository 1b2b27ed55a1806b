// Vectors of columns: parts of a quad of neighbouring numbers of one row; and the way from there to tiles.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_COLUMNS_INL_H_
#undef MIXSEED_KERNEL_COLUMNS_INL_H_
#else
#define MIXSEED_KERNEL_COLUMNS_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "kernel/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Columns = hn::CappedTag<double, kQuad>;
using C = hn::Vec<Columns>;
constexpr Columns kColumns;
constexpr std::size_t kStep = MaxLanes(kColumns);
constexpr std::size_t kLineOfCache = 64 / sizeof(double);
constexpr std::size_t kSteps = kQuad / kStep;  // vectors for one quad

// For every subset of four lanes, the numbers of its lanes, in 16 bits each.
constexpr std::uint64_t places_of(std::uint32_t bits) {
  std::uint64_t places = 0;
  for (std::uint32_t lane = kQuad; lane-- > 0;) {
    if (bits >> lane & 1) places = places << 16 | lane;
  }
  return places;
}
constexpr std::uint64_t kPlaces[] = {places_of(0),  places_of(1),  places_of(2),  places_of(3),
                                     places_of(4),  places_of(5),  places_of(6),  places_of(7),
                                     places_of(8),  places_of(9),  places_of(10), places_of(11),
                                     places_of(12), places_of(13), places_of(14), places_of(15)};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// Transposes lines into columns.
HWY_INLINE void turn(C (&quad)[kQuad]) {
  const C even[] = {hn::InterleaveLower(kColumns, quad[0], quad[1]), hn::InterleaveLower(kColumns, quad[2], quad[3])};
  const C odd[] = {hn::InterleaveUpper(kColumns, quad[0], quad[1]), hn::InterleaveUpper(kColumns, quad[2], quad[3])};
  quad[0] = hn::ConcatLowerLower(kColumns, even[1], even[0]);
  quad[1] = hn::ConcatLowerLower(kColumns, odd[1], odd[0]);
  quad[2] = hn::ConcatUpperUpper(kColumns, even[1], even[0]);
  quad[3] = hn::ConcatUpperUpper(kColumns, odd[1], odd[0]);
}
#endif

void transpose(const Rows& rows, std::size_t first, std::size_t count, std::size_t dim, const double* center,
               double* x) {
  // Prefetches the rows of the next tile, which may lie anywhere in memory.
  for (std::size_t i = first + kTile; rows.index && i < std::min(first + 2 * kTile, rows.count); ++i) {
    for (std::size_t j = 0; j < dim; j += kLineOfCache) hwy::Prefetch(rows[i] + j);
  }
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  static_assert(kStep == kQuad && kTile % kQuad == 0);
  const auto rest = hn::FirstN(kColumns, dim % kQuad);
  for (std::size_t i = 0; i < kTile; i += kQuad) {
    const double* row[kQuad];
    for (std::size_t l = 0; l < kQuad; ++l) row[l] = rows[first + std::min(i + l, count - 1)];
    std::size_t j = 0;
    for (; j + kQuad <= dim; j += kQuad) {
      C in[kQuad];
      const C about = hn::LoadU(kColumns, center + j);
      for (std::size_t l = 0; l < kQuad; ++l) in[l] = hn::Sub(hn::LoadU(kColumns, row[l] + j), about);
      turn(in);
      for (std::size_t l = 0; l < kQuad; ++l) hn::StoreU(in[l], kColumns, x + (j + l) * kTile + i);
    }
    if (j == dim) continue;
    C in[kQuad];
    const C about = hn::MaskedLoad(rest, kColumns, center + j);
    for (std::size_t l = 0; l < kQuad; ++l) in[l] = hn::Sub(hn::MaskedLoad(rest, kColumns, row[l] + j), about);
    turn(in);
    for (std::size_t l = 0; j + l < dim; ++l) hn::StoreU(in[l], kColumns, x + (j + l) * kTile + i);
  }
#else
  for (std::size_t i = 0; i < kTile; ++i) {
    const double* row = rows[first + std::min(i, count - 1)];
    for (std::size_t j = 0; j < dim; ++j) x[j * kTile + i] = row[j] - center[j];
  }
#endif
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
