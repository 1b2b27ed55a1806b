#include "pass/evaluate_observed.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mixseed/error.h"
#include "mixseed/missing.h"
#include "model/criteria.h"
#include "pass/observed.h"

namespace mixseed {
namespace {

void check_evaluated(const Mixture& mixture, const DataView& data) {
  check(mixture);
  if (mixture.noise) throw Error(ErrorCode::usage, "missing values: expected a mixture without noise");
  if (mixture.dim != data.columns()) {
    throw Error(ErrorCode::input, "the mixture has " + std::to_string(mixture.dim) + " columns, the data have " +
                                      std::to_string(data.columns()));
  }
}

ObservedPosterior observed_posterior(const Mixture& mixture, const DataView& data, int threads) {
  check_evaluated(mixture, data);
  Pool pool(threads);
  return posterior_of(ObservedRows(data, false), mixture, pool);
}

}  // namespace

namespace observed {

std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads) {
  return observed_posterior(mixture, data, threads).log_densities;
}

std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads) {
  return observed_posterior(mixture, data, threads).responsibilities;
}

Prediction predict(const Mixture& mixture, const DataView& data, int threads) {
  ObservedPosterior posterior = observed_posterior(mixture, data, threads);
  const std::size_t K = mixture.size();
  Prediction all;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double* shares = posterior.responsibilities.data() + i * K;
    const auto best = static_cast<std::size_t>(std::max_element(shares, shares + K) - shares);
    all.components.push_back(best);
    all.certainties.push_back(shares[best]);
    all.squared_distances.push_back(posterior.squared_distances[i * K + best]);
  }
  all.log_densities = std::move(posterior.log_densities);
  return all;
}

Criteria criteria(const Mixture& mixture, const DataView& data, int threads) {
  check_evaluated(mixture, data);
  Pool pool(threads);
  const ObservedRows rows(data, true);
  const EStepResult e_step = expect(rows, mixture, Moments::Second::none, pool);
  return criteria_of(mixture, e_step.moments.objective, e_step.certainty, rows.observations());
}

}  // namespace observed

std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads) {
  return observed_posterior(mixture, data, threads).filled;
}

}  // namespace mixseed
