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

HWY_INLINE void add_product(V factor, const double* values, Tile& sum) {
  for (std::size_t p = 0; p < kParts; ++p) sum.part[p] = hn::MulAdd(factor, load(values + p * kLanes), sum.part[p]);
}

// sqrt(w' Sigma w) = sqrt(sum of w_j (Sigma_jj w_j + 2 times the part left of the diagonal))
HWY_INLINE void set_spread(std::size_t dim, const double* covariances, const double* w, double* spread) {
  Tile variance = Tile::zero();
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t p = 0; p < kParts; ++p) {
      const double *line = covariances + j * dim * kTile + p * kLanes, *wp = w + p * kLanes;
      V sum = hn::Zero(kTag);
      for (std::size_t l = 0; l < j; ++l) sum = hn::MulAdd(load(line + l * kTile), load(wp + l * kTile), sum);
      sum = hn::MulAdd(load(line + j * kTile), load(wp + j * kTile), hn::Add(sum, sum));
      variance.part[p] = hn::MulAdd(sum, load(wp + j * kTile), variance.part[p]);
    }
  }
  for (std::size_t p = 0; p < kParts; ++p) {
    store(hn::Sqrt(hn::Max(variance.part[p], hn::Zero(kTag))), spread + p * kLanes);
  }
}

void separate(const Components& c, std::size_t k, const double* x, const double* covariances, double* distance,
              double* spread, double* planes, double* scratch) {
  const double *factor = c.factors + k * c.factor_stride, *mean = c.means + k * c.dim;
  Tile squares = Tile::zero();
  const double* line = factor;
  for (std::size_t j = 0; j < c.dim; line += ++j) {
    Tile z = Tile::zero();
    for (std::size_t l = 0; l <= j; ++l) {
      const V f = all(line[l]), m = all(mean[l]);
      for (std::size_t p = 0; p < kParts; ++p) {
        z.part[p] = hn::MulAdd(f, hn::Sub(load(x + l * kTile + p * kLanes), m), z.part[p]);
      }
    }
    z.store_to(scratch + j * kTile);
    for (std::size_t p = 0; p < kParts; ++p) squares.part[p] = hn::MulAdd(z.part[p], z.part[p], squares.part[p]);
  }
  Tile unit;
  for (std::size_t p = 0; p < kParts; ++p) {
    const V norm = hn::Sqrt(squares.part[p]);
    unit.part[p] = hn::IfThenElseZero(hn::Gt(norm, hn::Zero(kTag)), hn::Div(all(1.0), norm));
    store(norm, distance + p * kLanes);
  }
  for (std::size_t l = 0; l < c.dim; ++l) {
    Tile w = Tile::zero();
    for (std::size_t j = l; j < c.dim; ++j) add_product(all(factor[j * (j + 1) / 2 + l]), scratch + j * kTile, w);
    for (std::size_t p = 0; p < kParts; ++p) w.part[p] = hn::Mul(w.part[p], unit.part[p]);
    w.store_to(planes + l * kTile);
  }
  set_spread(c.dim, covariances, planes, spread);
}

}  // namespace
}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
