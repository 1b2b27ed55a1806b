// Fits and evaluations of rows with missing numbers.
#include <algorithm>
#include <cmath>
#include <string>

#include "fit/checks.h"
#include "fit/observed_fits.h"
#include "mixseed/error.h"
#include "mixseed/missing.h"
#include "model/covariance_repair.h"
#include "model/criteria.h"
#include "model/family.h"
#include "model/scaling.h"
#include "pass/memberships.h"

namespace mixseed {
namespace {

constexpr int kRoundsOfEstimate = 20;

const Mixture& checked_without_noise(const Mixture& mixture) {
  check(mixture);
  if (mixture.noise) throw Error(ErrorCode::usage, "missing values: expected a mixture without noise");
  return mixture;
}

ObservedPosterior posterior_under(const Mixture& mixture, const DataView& data, int threads) {
  checked_without_noise(mixture);
  if (mixture.dim != data.columns()) {
    throw Error(ErrorCode::input, "the mixture has " + std::to_string(mixture.dim) + " columns, the data have " +
                                      std::to_string(data.columns()));
  }
  Pool pool(threads);
  return posterior_of(ObservedRows(data, false), mixture, pool);
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

}  // namespace

Fit fit_observed(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  check_memory(data.columns(), 1, {&pipeline, 1});
  const ObservedData observed(data, options);
  ObservedContext context(observed, pipeline, options);
  const auto fit_filled = [&](const DataView& rows, const Pipeline& shorter, const FitOptions& each) {
    return std::vector<Fit>{fit(rows, components, shorter, each)};
  };
  return std::move(fit_tasks(context, {observed_task(context, components, pipeline)}, fit_filled).front());
}

Fit fit_observed(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options) {
  return fit_observed(data, std::span(&start, 1), refiners, options);
}

Fit fit_observed(const DataView& data, std::span<const State> starts, const Pipeline& refiners,
                 const FitOptions& options) {
  const ObservedData observed(data, options);
  ObservedContext context(observed, refiners, options);
  return fit_from_starts(context, starts);
}

Mixture estimate_observed(const DataView& data, std::span<const double> responsibilities, std::string_view family,
                          int threads) {
  const std::size_t components = responsibilities.size() / std::max<std::size_t>(1, data.rows());
  return estimated(data, {components, responsibilities, {}}, family_named(family), threads);
}

Mixture estimate_observed(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                          std::string_view family, int threads) {
  return estimated(data, {components, {}, labels}, family_named(family), threads);
}

std::vector<double> score_rows_observed(const Mixture& mixture, const DataView& data, int threads) {
  return posterior_under(mixture, data, threads).log_densities;
}

std::vector<double> responsibilities_observed(const Mixture& mixture, const DataView& data, int threads) {
  return posterior_under(mixture, data, threads).responsibilities;
}

std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads) {
  return posterior_under(mixture, data, threads).filled;
}

Prediction predict_observed(const Mixture& mixture, const DataView& data, int threads) {
  ObservedPosterior posterior = posterior_under(mixture, data, threads);
  const std::size_t K = mixture.size();
  Prediction all;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double* responsibilities = posterior.responsibilities.data() + i * K;
    const auto best =
        static_cast<std::size_t>(std::max_element(responsibilities, responsibilities + K) - responsibilities);
    all.components.push_back(best);
    all.certainties.push_back(responsibilities[best]);
    all.squared_distances.push_back(posterior.squared_distances[i * K + best]);
  }
  all.log_densities = std::move(posterior.log_densities);
  return all;
}

Criteria criteria_observed(const Mixture& mixture, const DataView& data, int threads) {
  checked_without_noise(mixture);
  Pool pool(threads);
  const ObservedRows rows(data, true);
  const EStepResult e_step = expect(rows, mixture, Moments::Second::none, pool);
  return criteria_of(mixture, e_step.moments.objective, e_step.certainty, rows.observations());
}

}  // namespace mixseed
