// Factors of small matrices, one matrix per lane.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_FACTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_FACTORS_INL_H_
#undef MIXSEED_KERNEL_FACTORS_INL_H_
#else
#define MIXSEED_KERNEL_FACTORS_INL_H_
#endif

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

HWY_INLINE void subtract_product(const double* left, const double* right, Tile& from) {
  for (std::size_t p = 0; p < kParts; ++p) {
    from.part[p] = hn::NegMulAdd(load(left + p * kLanes), load(right + p * kLanes), from.part[p]);
  }
}
HWY_INLINE void divide_by(const double* divisor, Tile& tile) {
  for (std::size_t p = 0; p < kParts; ++p) tile.part[p] = hn::Div(tile.part[p], load(divisor + p * kLanes));
}
constexpr std::size_t place_in_triangle(std::size_t j, std::size_t l) { return (j * (j + 1) / 2 + l) * kTile; }

void factorise(std::size_t dim, const double* matrices, double* lower) {
  for (std::size_t j = 0; j < dim; ++j) {
    double* line = lower + place_in_triangle(j, 0);
    for (std::size_t l = 0; l <= j; ++l) {
      const double* above = lower + place_in_triangle(l, 0);
      Tile sum = Tile::of(matrices + (j * dim + l) * kTile);
      for (std::size_t m = 0; m < l; ++m) subtract_product(line + m * kTile, above + m * kTile, sum);
      if (l < j) {
        divide_by(above + l * kTile, sum);
      } else {
        for (V& part : sum.part) part = hn::Sqrt(part);
      }
      sum.store_to(line + l * kTile);
    }
  }
}

void invert(std::size_t dim, const double* lower, double* inverse) {
  for (std::size_t j = 0; j < dim; ++j) {
    const double* line = lower + place_in_triangle(j, 0);
    for (std::size_t l = 0; l <= j; ++l) {
      Tile sum = Tile::zero();
      for (std::size_t m = l; m < j; ++m) subtract_product(line + m * kTile, inverse + place_in_triangle(m, l), sum);
      for (V& part : sum.part) part = l < j ? part : all(1.0);
      divide_by(line + j * kTile, sum);
      sum.store_to(inverse + place_in_triangle(j, l));
    }
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
