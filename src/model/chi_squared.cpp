// The upper tail of the chi-squared distribution, which is the gamma distribution's: a series below the mean, a
// continued fraction (modified Lentz) above.
#include <cmath>

#include "mixseed/evaluate.h"

namespace mixseed {

double chi_squared_tail(double value, double freedom) {
  const double shape = freedom / 2, x = value / 2;
  if (x <= 0) return 1;
  const double front = std::exp(-x + shape * std::log(x) - std::lgamma(shape));
  if (x < shape + 1) {
    double term = 1 / shape, sum = term;
    for (double a = shape + 1; term > sum * 1e-16; ++a) sum += term *= x / a;
    return 1 - front * sum;
  }
  if (front == 0) return 0;
  constexpr double kTiny = 1e-300;
  double b = x + 1 - shape, c = 1 / kTiny, d = 1 / b, fraction = d;
  for (int i = 1; i < 10000; ++i) {
    const double a = -i * (i - shape);
    b += 2;
    d = 1 / (std::abs(a * d + b) < kTiny ? kTiny : a * d + b);
    c = std::abs(b + a / c) < kTiny ? kTiny : b + a / c;
    fraction *= c * d;
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

}  // namespace mixseed
