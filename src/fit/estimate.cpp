// One M-step from given responsibilities or labels.
#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/observed_em.h"
#include "fit/rescale.h"
#include "mixseed/fit.h"
#include "model/covariance_repair.h"
#include "model/scaling.h"
#include "pass/memberships.h"
#include "team/local.h"

namespace mixseed {
namespace {

constexpr int kRoundsOfEstimate = 20;

Mixture estimate_complete(const DataView& data, const Memberships& memberships, const Family& family, int threads) {
  Pool pool(threads);
  LocalTeam team(data, pool);
  Dataset X(team);
  check(memberships, X.size());
  const int exponent = extreme_exponent(X.inspection());
  const AffineMap units = AffineMap::times(exponent == 0 ? 0 : X.dim(), std::ldexp(1.0, -exponent));
  if (exponent != 0) X = X.mapped(units);
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

// The responsibilities of the rows with weight, [rows][K].
std::vector<double> responsibilities_of(const ObservedRows& rows, const Memberships& memberships) {
  const std::size_t K = memberships.components;
  std::vector<double> all(rows.size() * K, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t source = rows.source(i);
    if (memberships.labels.empty()) {
      std::copy_n(memberships.responsibilities.begin() + static_cast<std::ptrdiff_t>(source * K), K,
                  all.begin() + static_cast<std::ptrdiff_t>(i * K));
    } else {
      all[i * K + memberships.labels[source]] = 1;
    }
  }
  return all;
}

// EM with fixed responsibilities: only the conditional means of missing values change between rounds.
Mixture estimate_with_gaps(const DataView& data, const Memberships& memberships, const Family& family, int threads) {
  check(memberships, data.rows());
  const ObservedData observed(data, {.threads = threads});
  const std::vector<double> given = responsibilities_of(observed.rows(), memberships);
  const Mixture& one = observed.gaussian();
  const std::size_t K = memberships.components;
  Mixture theta{Covariance::full, one.dim, std::vector<double>(K, 1 / static_cast<double>(K)), {}, {}};
  for (std::size_t k = 0; k < K; ++k) {
    theta.means.insert(theta.means.end(), one.means.begin(), one.means.end());
    theta.covariances.insert(theta.covariances.end(), one.covariances.begin(), one.covariances.end());
  }
  for (int round = 0; round < kRoundsOfEstimate; ++round) {
    Repairs unreported;
    const Moments moments = moments_of(observed.rows(), theta, given, family.second, observed.pool());
    theta = mixture_from_groups(moments, theta, observed.summary(), {.family = &family}, unreported);
  }
  return in_units(std::move(theta), AffineMap::times(one.dim, std::ldexp(1.0, observed.exponent())));
}

Mixture estimate(const DataView& data, const Memberships& memberships, std::string_view family, int threads,
                 MissingValues missing) {
  const auto& own = missing == MissingValues::marginal ? estimate_with_gaps : estimate_complete;
  return own(data, memberships, family_named(family), threads);
}

}  // namespace

Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family, int threads,
                 MissingValues missing) {
  const std::size_t components = responsibilities.size() / std::max<std::size_t>(1, data.rows());
  return estimate(data, Memberships{components, responsibilities, {}}, family, threads, missing);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads, MissingValues missing) {
  return estimate(data, Memberships{components, {}, labels}, family, threads, missing);
}

Mixture estimate(const DataView& data, std::span<const double> responsibilities, Covariance covariance, int threads) {
  return estimate(data, responsibilities, name_of(covariance), threads);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 Covariance covariance, int threads) {
  return estimate(data, labels, components, name_of(covariance), threads);
}

}  // namespace mixseed
