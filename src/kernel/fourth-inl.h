// Fourth moments of rows along a direction, and their gradient.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_FOURTH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_FOURTH_INL_H_
#undef MIXSEED_KERNEL_FOURTH_INL_H_
#else
#define MIXSEED_KERNEL_FOURTH_INL_H_
#endif

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

// Two tiles at a time, so that two independent sums run in parallel.
using Pair = Side<double, 2 * kTile>;

void fourth(const double* columns, std::size_t count, std::size_t dim, const double* weights, const double* w,
            double* cubes, double* out) {
  for (std::size_t i = 0; i < count; i += Pair::kSize) {
    Pair y = Pair::zero();
    const Pair weight = Pair::of(weights + i);
    for (std::size_t j = 0; j < dim; ++j) {
      const Pair x = Pair::of(columns + j * count + i);
      for (std::size_t p = 0; p < Pair::kParts; ++p) y.part[p] = hn::MulAdd(all(w[j]), x.part[p], y.part[p]);
    }
    for (std::size_t p = 0; p < Pair::kParts; ++p) {
      y.part[p] = hn::Mul(hn::Mul(weight.part[p], y.part[p]), hn::Mul(y.part[p], y.part[p]));
    }
    y.store_to(cubes + i);
  }
  HWY_ALIGN double lanes[Pair::kSize];
  for (std::size_t j = 0; j < dim; ++j) {
    Pair sum = Pair::zero();
    for (std::size_t i = 0; i < count; i += Pair::kSize) {
      const Pair x = Pair::of(columns + j * count + i), y = Pair::of(cubes + i);
      for (std::size_t p = 0; p < Pair::kParts; ++p) sum.part[p] = hn::MulAdd(x.part[p], y.part[p], sum.part[p]);
    }
    sum.store_to(lanes);
    out[j] = 0;
    for (const double lane : lanes) out[j] += lane;
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
