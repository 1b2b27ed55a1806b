#include "model/criteria.h"

#include <cmath>

#include "model/family.h"

namespace mixseed {
namespace {

constexpr std::size_t kNoiseParameters = 2;  // weight and volume, as mclust counts

}  // namespace

std::size_t free_parameters(const Mixture& mixture) {
  const std::size_t K = mixture.size(), D = mixture.dim;
  return K - 1 + K * D + family_of(mixture).parameters(K, D) + (mixture.noise ? kNoiseParameters : 0);
}

Criteria criteria_of(const Mixture& mixture, double log_likelihood, double log_certainty, double n) {
  Criteria criteria;
  criteria.observations = n;
  criteria.log_likelihood = log_likelihood;
  criteria.parameters = free_parameters(mixture);
  const auto p = static_cast<double>(criteria.parameters);
  criteria.bic = p * std::log(n) - 2 * log_likelihood;
  criteria.aic = 2 * p - 2 * log_likelihood;
  criteria.icl = criteria.bic - 2 * log_certainty;
  return criteria;
}

}  // namespace mixseed
