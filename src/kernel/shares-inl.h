// Responsibilities and the largest term, tile by tile.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_SHARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_SHARES_INL_H_
#undef MIXSEED_KERNEL_SHARES_INL_H_
#else
#define MIXSEED_KERNEL_SHARES_INL_H_
#endif

#include <cstring>
#include <limits>

#include "kernel/columns-inl.h"
#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

constexpr double kLeastExponent = -80;  // exp of less changes no digit of a sum that is at least 1

// exp(x) for kLeastExponent <= x <= 0, where nothing underflows, within 2e-15 of itself: less work than a function for
// all numbers. 2^n exp(rest), with exp(rest) by its series for |rest| <= log(2) / 2.
HWY_INLINE V exp_of(V x) {
  const hn::RebindToSigned<Tag> bits;
  const V big = all(6755399441055744.0);  // 1.5 * 2^52: the last bits of big + n are those of the whole number n
  const V shifted = hn::MulAdd(x, all(1.4426950408889634), big);
  const V n = hn::Sub(shifted, big);
  V rest = hn::NegMulAdd(n, all(0x1.62e42fefa39efp-1), x);
  rest = hn::NegMulAdd(n, all(0x1.abc9e3b39803fp-56), rest);
  // Neighbouring terms of the series are added first, then neighbouring pairs: no chain of operations is long.
  const auto pair = [&](double even, double odd) { return hn::MulAdd(all(odd), rest, all(even)); };
  const V r2 = hn::Mul(rest, rest), r4 = hn::Mul(r2, r2), r8 = hn::Mul(r4, r4);
  const V from0 = hn::MulAdd(pair(1.0 / 2, 1.0 / 6), r2, pair(1, 1));
  const V from4 = hn::MulAdd(pair(1.0 / 720, 1.0 / 5040), r2, pair(1.0 / 24, 1.0 / 120));
  const V from8 = hn::MulAdd(pair(1.0 / 3628800, 1.0 / 39916800), r2, pair(1.0 / 40320, 1.0 / 362880));
  const V high = hn::MulAdd(all(1.0 / 479001600), r4, from8);
  const V sum = hn::MulAdd(high, r8, hn::MulAdd(from4, r4, from0));
  return hn::BitCast(kTag, hn::Add(hn::BitCast(bits, sum), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

HWY_INLINE void normalise_part(const std::uint32_t* numbers, std::size_t count, const double* cuts, double* terms,
                               double* out) {
  const V lowest = all(-std::numeric_limits<double>::max()), one = all(1.0);
  V largest = load(terms);
  for (std::size_t s = 1; s < count; ++s) largest = hn::Max(largest, load(terms + s * kTile));
  const auto none = hn::Lt(largest, lowest);  // every term is -inf
  const V shift = hn::Max(largest, lowest);
  V sum = hn::Zero(kTag);
  for (std::size_t s = 0; s < count; ++s) {
    double* term = terms + s * kTile;
    const V below = hn::Sub(load(term), shift);
    const auto counts = hn::Ge(below, all(cuts ? HWY_MAX(cuts[numbers[s]], kLeastExponent) : kLeastExponent));
    V e = hn::Zero(kTag);
    if (!hn::AllFalse(kTag, counts)) {
      e = hn::IfThenElseZero(counts, exp_of(below));
      sum = hn::Add(sum, e);
    }
    store(e, term);
  }
  sum = hn::IfThenElse(none, one, sum);
  const V inverse = hn::Div(one, sum);
  const V equal = all(1.0 / static_cast<double>(count));
  for (std::size_t s = 0; s < count; ++s) {
    double* term = terms + s * kTile;
    store(hn::IfThenElse(none, equal, hn::Mul(load(term), inverse)), term);
  }
  store(hn::IfThenElse(none, largest, hn::Add(largest, hn::Log(kTag, sum))), out);
}

void normalise(const std::uint32_t* numbers, std::size_t count, const double* cuts, double* terms, double* out) {
  for (std::size_t i = 0; i < kTile; i += kLanes) normalise_part(numbers, count, cuts, terms + i, out + i);
}

void argmax(const std::uint32_t* numbers, std::size_t count, const double* terms, std::uint32_t* labels, double* best) {
  for (std::size_t i = 0; i < kTile; i += kLanes) {
    V value = load(terms + i), place = hn::Zero(kTag);
    for (std::size_t s = 1; s < count; ++s) {
      const V term = load(terms + s * kTile + i);
      const auto above = hn::Gt(term, value);
      value = hn::IfThenElse(above, term, value);
      place = hn::IfThenElse(above, all(static_cast<double>(s)), place);
    }
    store(value, best + i);
    HWY_ALIGN double places[kTile];
    hn::Store(place, kTag, places);
    for (std::size_t l = 0; l < kLanes; ++l) labels[i + l] = numbers[static_cast<std::size_t>(places[l])];
  }
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// For every set of four lanes the order that moves those in it to the front.
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

// Four at a time, without a branch: which rows have a share is hard to predict.
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
