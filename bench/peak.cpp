// The most multiply-adds per second that one core does: independent chains in vectors, nothing from memory. Prints a
// line of JSON with GFLOP/s, a multiply-add being two.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "peak.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Twelve chains: more than latency times units of any current core, fewer than its registers.
double multiply_adds(std::size_t turns) {
  const hn::ScalableTag<double> d;
  const auto a = hn::Set(d, 0.999999), b = hn::Set(d, 1e-9);
  auto x0 = hn::Set(d, 0.0), x1 = hn::Set(d, 0.1), x2 = hn::Set(d, 0.2), x3 = hn::Set(d, 0.3);
  auto x4 = hn::Set(d, 0.4), x5 = hn::Set(d, 0.5), x6 = hn::Set(d, 0.6), x7 = hn::Set(d, 0.7);
  auto x8 = hn::Set(d, 0.8), x9 = hn::Set(d, 0.9), x10 = hn::Set(d, 1.0), x11 = hn::Set(d, 1.1);
  for (std::size_t i = 0; i < turns; ++i) {
    x0 = hn::MulAdd(x0, a, b), x1 = hn::MulAdd(x1, a, b), x2 = hn::MulAdd(x2, a, b), x3 = hn::MulAdd(x3, a, b);
    x4 = hn::MulAdd(x4, a, b), x5 = hn::MulAdd(x5, a, b), x6 = hn::MulAdd(x6, a, b), x7 = hn::MulAdd(x7, a, b);
    x8 = hn::MulAdd(x8, a, b), x9 = hn::MulAdd(x9, a, b), x10 = hn::MulAdd(x10, a, b), x11 = hn::MulAdd(x11, a, b);
  }
  const auto sum =
      hn::Add(hn::Add(hn::Add(hn::Add(x0, x1), hn::Add(x2, x3)), hn::Add(hn::Add(x4, x5), hn::Add(x6, x7))),
              hn::Add(hn::Add(x8, x9), hn::Add(x10, x11)));
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

std::size_t flops_per_turn() { return 2 * 12 * hn::Lanes(hn::ScalableTag<double>()); }
const char* name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cstdio>

#include "drivers/driver.h"

namespace bench {
HWY_EXPORT(multiply_adds);
HWY_EXPORT(flops_per_turn);
HWY_EXPORT(name);
}  // namespace bench

int main() {
  using namespace bench;
  constexpr std::size_t turns = 20'000'000;
  volatile double result = 0;  // so that the work is not dropped
  double least = 1e9;
  for (int time = 0; time < 10; ++time)
    least = std::min(least, seconds_of([&] { result = HWY_DYNAMIC_DISPATCH(multiply_adds)(turns); }));
  const double flops = static_cast<double>(turns * HWY_DYNAMIC_DISPATCH(flops_per_turn)());
  std::printf("{\"gflops\": %.4g, \"vectors\": \"%s\"}\n", flops / least * 1e-9, HWY_DYNAMIC_DISPATCH(name)());
}
#endif
