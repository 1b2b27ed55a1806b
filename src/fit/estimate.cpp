// One M-step from given responsibilities or labels.
#include <cmath>

#include "fit/observed.h"
#include "fit/rescale.h"
#include "mixseed/fit.h"
#include "model/covariance_repair.h"
#include "model/scaling.h"
#include "pass/memberships.h"
#include "team/local.h"

namespace mixseed {
namespace {

Mixture estimate(const DataView& data, const Memberships& memberships, const Family& family, int threads) {
  Pool pool(threads);
  LocalTeam team(data, pool);
  Dataset X(team);
  check(memberships, X.size());
  const int exponent = extreme_exponent(X.inspection());
  const AffineMap units = AffineMap::times(exponent == 0 ? 0 : X.dim(), std::ldexp(1.0, -exponent));
  if (exponent != 0) X = X.in(units);
  const std::size_t K = memberships.components;
  Mixture before{Covariance::spherical, X.dim(), std::vector<double>(K, 0.0), {}, std::vector<double>(K, 0.0)};
  for (std::size_t k = 0; k < K; ++k) {
    before.means.insert(before.means.end(), X.summary().mean.begin(), X.summary().mean.end());
  }
  Repairs unreported;
  const ViewRows rows(data, units);
  Part part(rows, pool);
  const Moments moments = moments_of(part, memberships, X.summary().mean, family.second);
  Mixture theta = mixture_from_groups(moments, before, X.summary(), {.family = &family}, unreported);
  return in_units(std::move(theta), AffineMap::times(X.dim(), std::ldexp(1.0, exponent)));
}

}  // namespace

Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family, int threads,
                 MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::estimate(data, responsibilities, family, threads);
  return estimate(data, {responsibilities.size() / std::max<std::size_t>(1, data.rows()), responsibilities, {}},
                  family_named(family), threads);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads, MissingValues missing) {
  if (missing == MissingValues::marginal) return observed::estimate(data, labels, components, family, threads);
  return estimate(data, {components, {}, labels}, family_named(family), threads);
}

Mixture estimate(const DataView& data, std::span<const double> responsibilities, Covariance covariance, int threads) {
  return estimate(data, responsibilities, name_of(covariance), threads);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 Covariance covariance, int threads) {
  return estimate(data, labels, components, name_of(covariance), threads);
}

}  // namespace mixseed
