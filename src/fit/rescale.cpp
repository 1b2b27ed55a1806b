#include "fit/rescale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "fit/checks.h"
#include "fit/stages.h"
#include "mixseed/precision.h"

namespace mixseed {
namespace {

constexpr int kOrdinary = 200;       // spreads within 2^-200 .. 2^200 leave room for squares, sums and determinants
constexpr int kNarrowest = -400;     // a column of this spread still has a variance, and a share of it as a floor
constexpr int kLeast = -1022;        // 2^1022 is the largest power with an inverse
constexpr double kHeaviest = 1e150;  // sums of weights times squares stay far from the ends of a double's range

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
    const double width = rows.high[j] / 2 - rows.low[j] / 2;  // halves, so that the difference stays finite
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
  require(n >= 1 / kHeaviest && n <= kHeaviest, ErrorCode::input,
          "weights: expected a sum from 1e-150 to 1e150, got {}: multiply all of them by a constant", n);
  const auto [high, low] = exponents_of(rows);
  if (2 * high < std::numeric_limits<double>::min_exponent) refuse_small();
}

CallersUnit callers_unit(int exponent, std::size_t dim, double prior) {
  const double shift = -static_cast<double>(dim) * exponent * std::numbers::ln2;
  return {exponent, shift, shift * (1 + prior)};
}

double CallersUnit::objective(std::string_view stage, double value) const {
  switch (method_named(stage).objective) {
    case MethodInfo::Objective::squared_distances: return std::ldexp(value, 2 * exponent);
    case MethodInfo::Objective::penalised_log_densities: return value + penalised_shift;
    case MethodInfo::Objective::log_densities: break;
  }
  return value + shift;
}

InitialParameters in_unit(InitialParameters known, int exponent) {
  for (double& number : known.means) number = std::ldexp(number, -exponent);
  for (double& number : known.covariances) number = std::ldexp(number, -2 * exponent);
  return known;
}

void check_variances(const Mixture& model) {
  for (const double number : model.covariances) {
    require(std::isfinite(number), ErrorCode::failed,
            "the variances of these data are too large for a double: divide the data by a constant");
  }
  if (!has_finite_inverses(model)) refuse_small();
}

}  // namespace mixseed
