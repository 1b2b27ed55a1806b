// The start that memberships say.
#include <cmath>

#include "fit/rescale.h"
#include "mixseed/fit.h"
#include "model/lift.h"
#include "model/maximise.h"
#include "model/memberships.h"
#include "model/units.h"

namespace mixseed {
namespace {

Mixture estimate(const DataView& data, const Memberships& memberships, Covariance covariance, int threads) {
  Pool pool(threads);
  Points X(data, pool);
  check(memberships, X.size());
  const int exponent = extreme_exponent(data);
  if (exponent != 0) X = X.times(std::vector<double>(X.dim(), std::ldexp(1.0, -exponent)));
  const std::size_t K = memberships.components;
  Mixture before{Covariance::spherical, X.dim(), std::vector<double>(K, 0.0), {}, std::vector<double>(K, 0.0)};
  for (std::size_t k = 0; k < K; ++k) {
    before.means.insert(before.means.end(), X.facts().mean.begin(), X.facts().mean.end());
  }
  Repairs unreported;
  const Moments moments = moments_of(X, memberships, second_moments_for(covariance));
  Mixture theta = maximise(moments, covariance, before, nullptr, unreported);
  Settling(X, {.covariance = covariance}).settle(theta, unreported);
  return in_units(std::move(theta), std::vector<double>(X.dim(), std::ldexp(1.0, exponent)));
}

}  // namespace

Mixture estimate(const DataView& data, std::span<const double> responsibilities, Covariance covariance, int threads) {
  return estimate(data, {responsibilities.size() / std::max<std::size_t>(1, data.rows()), responsibilities, {}},
                  covariance, threads);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 Covariance covariance, int threads) {
  return estimate(data, {components, {}, labels}, covariance, threads);
}

}  // namespace mixseed
