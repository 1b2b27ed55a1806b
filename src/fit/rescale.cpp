#include "fit/rescale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/precision.h"

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;       // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants
constexpr int kNarrowest = -400;     // a column of this spread still has a variance, and a share of it as a floor
constexpr int kLeast = -1022;        // 2^1022 is the largest power with an inverse
constexpr double kHeaviest = 1e150;  // sums of weights times squares stay far from the ends of a double's range

// Halves, so that a difference stays finite.
double half_width(const Inspection& rows, std::size_t j) { return rows.high[j] / 2 - rows.low[j] / 2; }

[[noreturn]] void refuse_small() {
  throw Error(ErrorCode::failed,
              "the variances of these data are too small for a double, which ends at 2.3e-308: multiply the data by a "
              "constant");
}

bool has_finite_inverses(const Mixture& model) {
  try {
    const std::vector<double> inverses = precisions(model);
    return std::all_of(inverses.begin(), inverses.end(), [](double number) { return std::isfinite(number); });
  } catch (const Error&) {
    return false;
  }
}

int exponent_of(double number) { return std::max(std::ilogb(number), kLeast); }

// Exponents of the widest column and of the narrowest that is not constant; of the largest number when all rows are
// equal.
std::pair<int, int> exponents_of(const Inspection& rows) {
  double widest = 0, narrowest = std::numeric_limits<double>::infinity(), size = 0;
  for (std::size_t j = 0; j < rows.low.size(); ++j) {
    const double width = half_width(rows, j);
    widest = std::max(widest, width);
    if (width > 0) narrowest = std::min(narrowest, width);
    size = std::max({size, std::abs(rows.low[j] / 2), std::abs(rows.high[j] / 2)});
  }
  if (widest == 0) widest = narrowest = size;
  return widest > 0 ? std::pair{exponent_of(widest), exponent_of(narrowest)} : std::pair{0, 0};
}

}  // namespace

int extreme_exponent(const Inspection& rows) {
  const auto [high, low] = exponents_of(rows);
  if (std::abs(high) <= kOrdinary && low >= kNarrowest) return 0;
  // Units that are far apart share the range: the widest column goes up as far as it may.
  return low >= high + kNarrowest ? high : std::max(high - kOrdinary, kLeast);
}

void check_range(const Inspection& rows) {
  const double n = rows.observations;
  if (!(n >= 1 / kHeaviest && n <= kHeaviest)) {
    throw Error(ErrorCode::input, "weights: expected a sum from 1e-150 to 1e150, got " + number_text(n) +
                                      ": multiply all of them by a constant");
  }
  const auto [high, low] = exponents_of(rows);
  if (2 * high < std::numeric_limits<double>::min_exponent) refuse_small();
}

double log_shift(int exponent, std::size_t dim) { return -static_cast<double>(dim) * exponent * std::numbers::ln2; }

double in_callers_units(std::string_view stage, double objective, int exponent, std::size_t dim, double prior) {
  switch (method_named(stage).objective) {
    case MethodInfo::Objective::squared_distances: return std::ldexp(objective, 2 * exponent);
    case MethodInfo::Objective::penalised_log_densities: return objective + log_shift(exponent, dim) * (1 + prior);
    case MethodInfo::Objective::log_densities: break;
  }
  return objective + log_shift(exponent, dim);
}

void check_variances(const Mixture& model) {
  for (const double number : model.covariances) {
    if (std::isfinite(number)) continue;
    throw Error(ErrorCode::failed,
                "the variances of these data are too large for a double: divide the data by a constant");
  }
  if (!has_finite_inverses(model)) refuse_small();
}

}  // namespace mixseed
