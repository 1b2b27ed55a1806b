// Responsibilities and the largest term, tile by tile.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_RESPONSIBILITIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_RESPONSIBILITIES_INL_H_
#undef MIXSEED_KERNEL_RESPONSIBILITIES_INL_H_
#else
#define MIXSEED_KERNEL_RESPONSIBILITIES_INL_H_
#endif

#include <cstring>
#include <limits>

#include "kernel/columns-inl.h"
#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

constexpr double kLeastExponent = -80;  // exp of a smaller number changes no digit of a sum of at least 1

// exp(x) for kLeastExponent <= x <= 0 with a relative error of 2e-15; nothing underflows, so it is faster than a
// general exp. 2^n exp(rest), with exp(rest) by its series for |rest| <= log(2) / 2.
HWY_INLINE V exp_of(V x) {
  const hn::RebindToSigned<Tag> bits;
  const V big = all(6755399441055744.0);  // 1.5 * 2^52: the last bits of big + n are those of the whole number n
  const V shifted = hn::MulAdd(x, all(1.4426950408889634), big);
  const V n = hn::Sub(shifted, big);
  V rest = hn::NegMulAdd(n, all(0x1.62e42fefa39efp-1), x);
  rest = hn::NegMulAdd(n, all(0x1.abc9e3b39803fp-56), rest);
  // Terms are added pairwise, to keep chains of operations short.
  const auto pair = [&](double even, double odd) { return hn::MulAdd(all(odd), rest, all(even)); };
  const V r2 = hn::Mul(rest, rest), r4 = hn::Mul(r2, r2), r8 = hn::Mul(r4, r4);
  const V from0 = hn::MulAdd(pair(1.0 / 2, 1.0 / 6), r2, pair(1, 1));
  const V from4 = hn::MulAdd(pair(1.0 / 720, 1.0 / 5040), r2, pair(1.0 / 24, 1.0 / 120));
  const V from8 = hn::MulAdd(pair(1.0 / 3628800, 1.0 / 39916800), r2, pair(1.0 / 40320, 1.0 / 362880));
  const V high = hn::MulAdd(all(1.0 / 479001600), r4, from8);
  const V sum = hn::MulAdd(high, r8, hn::MulAdd(from4, r4, from0));
  return hn::BitCast(kTag, hn::Add(hn::BitCast(bits, sum), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

void normalise(const std::uint32_t* numbers, std::size_t count, const double* cuts, double* terms, double* out) {
  const V lowest = all(-std::numeric_limits<double>::max()), one = all(1.0);
  if (count == 1) {  // the result of the general case
    Tile::of(terms).store_to(out);
    Tile::filled(1).store_to(terms);
    return;
  }
  Tile largest = Tile::of(terms), shift, sum = Tile::zero();
  for (std::size_t s = 1; s < count; ++s) {
    for (std::size_t p = 0; p < kParts; ++p) {
      largest.part[p] = hn::Max(largest.part[p], load(terms + s * kTile + p * kLanes));
    }
  }
  for (std::size_t p = 0; p < kParts; ++p) shift.part[p] = hn::Max(largest.part[p], lowest);
  for (std::size_t s = 0; s < count; ++s) {
    const V cut = all(cuts ? HWY_MAX(cuts[numbers[s]], kLeastExponent) : kLeastExponent);
    Tile below = Tile::of(terms + s * kTile), e = Tile::zero();
    auto any = hn::Lt(cut, cut);
    for (std::size_t p = 0; p < kParts; ++p) {
      below.part[p] = hn::Sub(below.part[p], shift.part[p]);
      any = hn::Or(any, hn::Ge(below.part[p], cut));
    }
    for (std::size_t p = 0; p < kParts && !hn::AllFalse(kTag, any); ++p) {
      e.part[p] = hn::IfThenElseZero(hn::Ge(below.part[p], cut), exp_of(below.part[p]));
      sum.part[p] = hn::Add(sum.part[p], e.part[p]);
    }
    e.store_to(terms + s * kTile);
  }
  const V equal = all(1.0 / static_cast<double>(count));
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto none = hn::Lt(largest.part[p], lowest);  // every term is -inf
    const V total = hn::IfThenElse(none, one, sum.part[p]), inverse = hn::Div(one, total);
    for (double* term = terms + p * kLanes; term < terms + count * kTile; term += kTile) {
      store(hn::IfThenElse(none, equal, hn::Mul(load(term), inverse)), term);
    }
    store(hn::IfThenElse(none, largest.part[p], hn::Add(largest.part[p], hn::Log(kTag, total))), out + p * kLanes);
  }
}

void argmax(const std::uint32_t* numbers, std::size_t count, const double* terms, std::uint32_t* labels, double* best) {
  Tile value = Tile::of(terms), place = Tile::zero();
  for (std::size_t s = 1; s < count; ++s) {
    const V here = all(static_cast<double>(s));
    for (std::size_t p = 0; p < kParts; ++p) {
      const V term = load(terms + s * kTile + p * kLanes);
      const auto above = hn::Gt(term, value.part[p]);
      value.part[p] = hn::IfThenElse(above, term, value.part[p]);
      place.part[p] = hn::IfThenElse(above, here, place.part[p]);
    }
  }
  value.store_to(best);
  double places[kTile];
  place.store_to(places);
  for (std::size_t i = 0; i < kTile; ++i) labels[i] = numbers[static_cast<std::size_t>(places[i])];
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// For every subset of four lanes, the permutation that moves its lanes to the front.
struct Front {
  std::int64_t lanes[kQuad];
};
constexpr Front front(std::uint32_t bits) {
  Front result{};
  for (std::size_t i = 0; i < kQuad; ++i) result.lanes[i] = places_of(bits) >> (16 * i) & 15;
  return result;
}
constexpr Front kFront[] = {front(0), front(1), front(2),  front(3),  front(4),  front(5),  front(6),  front(7),
                            front(8), front(9), front(10), front(11), front(12), front(13), front(14), front(15)};

// Four at a time, without a branch: which rows have responsibility is unpredictable.
std::size_t collect(const double* r, std::size_t count, std::size_t first, std::uint16_t* picked, double* kept) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; i += kQuad) {
    const C values = hn::LoadU(kColumns, r + i);
    std::uint8_t positive[8] = {};
    hn::StoreMaskBits(kColumns, hn::Gt(values, hn::Zero(kColumns)), positive);
    const std::uint32_t there = count - i < kQuad ? (1U << (count - i)) - 1 : 15;
    const std::uint32_t bits = positive[0] & there;
    hn::StoreU(hn::TableLookupLanes(values, hn::SetTableIndices(kColumns, kFront[bits].lanes)), kColumns, kept + found);
    const std::uint64_t places = (first + i) * 0x0001000100010001 + kPlaces[bits];
    std::memcpy(picked + found, &places, sizeof places);
    found += hwy::PopCount(bits);
  }
  return found;
}
#else
std::size_t collect(const double* r, std::size_t count, std::size_t first, std::uint16_t* picked, double* kept) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    picked[found] = static_cast<std::uint16_t>(first + i);
    kept[found] = r[i];
    found += r[i] > 0;
  }
  return found;
}
#endif

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
