// Bounds between components, eight at a time.
// Included once per instruction set, hence the guard that toggles.
#if defined(MIXSEED_KERNEL_SEPARATION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MIXSEED_KERNEL_SEPARATION_INL_H_
#undef MIXSEED_KERNEL_SEPARATION_INL_H_
#else
#define MIXSEED_KERNEL_SEPARATION_INL_H_
#endif

#include "kernel/kernel.h"
#include "kernel/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {
namespace {

void see(const Components& c, std::size_t k, const double* x, const double* covariances, double* distance,
         double* spread, double* planes, double* scratch) {
  const double *factor = c.factors + k * c.factor_stride, *mean = c.means + k * c.dim;
  for (std::size_t i = 0; i < kTile; i += kLanes) {
    V squares = hn::Zero(kTag);
    const double* line = factor;
    for (std::size_t j = 0; j < c.dim; line += ++j) {
      V z = hn::Zero(kTag);
      for (std::size_t l = 0; l <= j; ++l) {
        z = hn::MulAdd(all(line[l]), hn::Sub(load(x + l * kTile + i), all(mean[l])), z);
      }
      store(z, scratch + j * kTile + i);
      squares = hn::MulAdd(z, z, squares);
    }
    const V norm = hn::Sqrt(squares);
    const V unit = hn::IfThenElseZero(hn::Gt(norm, hn::Zero(kTag)), hn::Div(all(1.0), norm));
    store(norm, distance + i);
    for (std::size_t l = 0; l < c.dim; ++l) {
      V w = hn::Zero(kTag);
      for (std::size_t j = l; j < c.dim; ++j) {
        w = hn::MulAdd(all(factor[j * (j + 1) / 2 + l]), load(scratch + j * kTile + i), w);
      }
      store(hn::Mul(w, unit), planes + l * kTile + i);
    }
    V variance = hn::Zero(kTag);
    for (std::size_t j = 0; j < c.dim; ++j) {
      V sum = hn::Zero(kTag);
      for (std::size_t l = 0; l < c.dim; ++l) {
        sum = hn::MulAdd(load(covariances + (j * c.dim + l) * kTile + i), load(planes + l * kTile + i), sum);
      }
      variance = hn::MulAdd(sum, load(planes + j * kTile + i), variance);
    }
    store(hn::Sqrt(hn::Max(variance, hn::Zero(kTag))), spread + i);
  }
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
