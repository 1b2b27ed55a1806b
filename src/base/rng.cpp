#include "base/rng.h"

#include <cmath>

namespace mixseed {
namespace {

__extension__ using Wide = unsigned __int128;

// Natural logarithm from +, -, * and / alone: a library's log may differ in the last bit between platforms, and then
// a seed would give different numbers. Good to about 1e-15 relative for x in (0, 1).
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1);
  const double t2 = t * t;
  double series = 0;
  for (int odd = 27; odd >= 1; odd -= 2) series = series * t2 + 1.0 / odd;
  return 2 * t * series + exponent * 0.69314718055994530942;
}

}  // namespace

Rng::Block Rng::philox(Block c, Key key) {
  constexpr std::uint64_t kMul0 = 0xD2E7470EE14C6C93, kMul1 = 0xCA5A826395121157;
  constexpr std::uint64_t kWeyl0 = 0x9E3779B97F4A7C15, kWeyl1 = 0xBB67AE8584CAA73B;
  for (int round = 0; round < 10; ++round) {
    const Wide p0 = static_cast<Wide>(kMul0) * c[0];
    const Wide p1 = static_cast<Wide>(kMul1) * c[2];
    c = {static_cast<std::uint64_t>(p1 >> 64) ^ c[1] ^ key[0], static_cast<std::uint64_t>(p1),
         static_cast<std::uint64_t>(p0 >> 64) ^ c[3] ^ key[1], static_cast<std::uint64_t>(p0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return c;
}

Rng Rng::split(std::uint64_t tag) const {
  // Counters of this shape are never reached by bits(), which leaves the last word zero.
  const Block child = philox({tag, 0, 0, ~std::uint64_t{0}}, key_);
  return Rng(Key{child[0], child[1]});
}

std::uint64_t Rng::bits() {
  if (used_ == 4) {
    if (++counter_[0] == 0) ++counter_[1];
    buffer_ = philox(counter_, key_);
    used_ = 0;
  }
  return buffer_[used_++];
}

double Rng::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

std::uint64_t Rng::below(std::uint64_t n) {
  // Multiply and shift; low products that would bias the result are rejected.
  const std::uint64_t unfair = (0 - n) % n;
  for (;;) {
    const Wide product = static_cast<Wide>(bits()) * n;
    if (static_cast<std::uint64_t>(product) >= unfair) return static_cast<std::uint64_t>(product >> 64);
  }
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  for (;;) {  // Marsaglia's polar method
    const double u = 2 * uniform() - 1, v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s >= 1 || s == 0) continue;
    const double scale = std::sqrt(-2 * portable_log(s) / s);
    spare_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

}  // namespace mixseed
