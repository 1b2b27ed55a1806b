// The kernels in vectors, compiled once per instruction set. Every number is computed by the same operations in the
// same order for every width of a vector, so that AVX2 and AVX-512 give the same bits.
#include "kernel/dispatch.h"
#include "kernel/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd.cpp"
// SSE has no fused multiply-add, so its bits would differ; AVX3_DL adds nothing for doubles.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
#include <hwy/highway.h>

// Highway also compiles this file for the platform's baseline, for which reference.cpp is used.
#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_NEON)
#include "kernel/factors-inl.h"
#include "kernel/fourth-inl.h"
#include "kernel/lines-inl.h"
#include "kernel/moments-inl.h"
#include "kernel/nearest-inl.h"
#include "kernel/responsibilities-inl.h"
#include "kernel/separation-inl.h"
#include "kernel/terms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mixseed::kernel::HWY_NAMESPACE {

Kernels table() {
  return {.transpose = transpose,
          .distances = distances,
          .close_terms = close_terms,
          .normalise = normalise,
          .argmax = argmax,
          .collect = collect,
          .separate = separate,
          .factorise = factorise,
          .invert = invert,
          .within = within,
          .nearest = nearest,
          .add_moments = add_moments,
          .line_of_terms = line_of_terms,
          .normalise_lines = normalise_lines,
          .log_sums = log_sums,
          .add_line_moments = add_line_moments,
          .fourth = fourth};
}

}  // namespace mixseed::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE

namespace mixseed::kernel {

// The compiler's CPU detection: that of Highway would need its library.
#define MIXSEED_HAS(feature) (__builtin_cpu_supports(feature) != 0)

std::vector<NamedKernels> vector_kernels() {
  std::vector<NamedKernels> list;
#if HWY_TARGETS & HWY_AVX2
  const bool has_avx2 = MIXSEED_HAS("avx2") && MIXSEED_HAS("fma") && MIXSEED_HAS("bmi") && MIXSEED_HAS("bmi2");
#endif
#if HWY_TARGETS & HWY_AVX3
  const bool has_avx512 = has_avx2 && MIXSEED_HAS("avx512f") && MIXSEED_HAS("avx512vl") && MIXSEED_HAS("avx512bw") &&
                          MIXSEED_HAS("avx512dq") && MIXSEED_HAS("avx512cd");
  if (has_avx512) list.push_back({"avx512", N_AVX3::table()});
#endif
#if HWY_TARGETS & HWY_AVX2
  if (has_avx2) list.push_back({"avx2", N_AVX2::table()});
#endif
#if HWY_TARGETS & HWY_NEON
  list.push_back({"neon", N_NEON::table()});  // all machines of the platform have it
#endif
  return list;
}

}  // namespace mixseed::kernel
#endif
