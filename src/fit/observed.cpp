#include "fit/observed.h"

#include <algorithm>
#include <cmath>

#include "fit/checks.h"
#include "fit/observed_fits.h"
#include "model/covariance_repair.h"
#include "model/family.h"
#include "model/scaling.h"
#include "pass/memberships.h"

namespace mixseed {
namespace {

constexpr int kRoundsOfEstimate = 20;

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
Mixture estimated(const DataView& data, const Memberships& memberships, const Family& family, int threads) {
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

// Options for fits of filled rows.
FitOptions for_filled(FitOptions options) {
  options.missing = MissingValues::error;
  return options;
}

}  // namespace

namespace observed {

Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  check_memory(data.columns(), 1, {&pipeline, 1});
  const FitOptions own = for_filled(options);
  const ObservedData observed(data, own);
  ObservedContext context(observed, pipeline, own);
  const auto fit_filled = [&](const DataView& rows, const Pipeline& shorter, const FitOptions& each) {
    return std::vector<Fit>{mixseed::fit(rows, components, shorter, each)};
  };
  return std::move(fit_tasks(context, {observed_task(context, components, pipeline)}, fit_filled).front());
}

Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options) {
  const FitOptions own = for_filled(options);
  const ObservedData observed(data, own);
  ObservedContext context(observed, refiners, own);
  return fit_from_starts(context, starts);
}

Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family, int threads) {
  const std::size_t components = responsibilities.size() / std::max<std::size_t>(1, data.rows());
  return estimated(data, {components, responsibilities, {}}, family_named(family), threads);
}

Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads) {
  return estimated(data, {components, {}, labels}, family_named(family), threads);
}

}  // namespace observed
}  // namespace mixseed
