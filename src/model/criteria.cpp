#include "model/criteria.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/density.h"
#include "model/terms.h"

namespace mixseed {
namespace {

struct Sums {
  double log_likelihood = 0;
  double log_certainty = 0;  // of every row's most probable component
};

void add_tile(Sums& sums, const Block& block, std::size_t first, Terms& terms) {
  double log_density[kernel::kTile];
  terms.normalise(log_density);
  for (std::size_t i = 0; i < std::min(kernel::kTile, block.rows - first); ++i) {
    const double weight = block.weights ? block.weights[first + i] : 1.0;
    if (weight == 0) continue;
    double largest = 0;
    for (std::size_t k = 0; k < terms.count(); ++k) largest = std::max(largest, terms.of(k)[i]);
    sums.log_likelihood += weight * log_density[i];
    sums.log_certainty += weight * std::log(largest);
  }
}

Sums sum_up(const Points& X, const Density& density) {
  return X.reduce_blocks([] { return Sums{}; },
                         [&](Sums& sums, const Block& block) {
                           Terms terms(density.size(), density.dim());
                           for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
                             terms.look(density.components(), block, first);
                             add_tile(sums, block, first, terms);
                           }
                         },
                         [](Sums& left, Sums&& right) {
                           left.log_likelihood += right.log_likelihood;
                           left.log_certainty += right.log_certainty;
                         });
}

}  // namespace

std::size_t free_parameters(const Mixture& mixture) {
  const std::size_t K = mixture.size(), D = mixture.dim, matrix = D * (D + 1) / 2;
  std::size_t covariances = K;
  if (mixture.covariance == Covariance::full) covariances = K * matrix;
  if (mixture.covariance == Covariance::tied) covariances = matrix;
  if (mixture.covariance == Covariance::diagonal) covariances = K * D;
  return K - 1 + K * D + covariances;
}

Criteria criteria_of(const Points& X, const Mixture& mixture, int exponent) {
  const Sums sums = sum_up(X, Density(mixture));
  const double n = X.total_weight();
  Criteria criteria;
  criteria.observations = n;
  criteria.log_likelihood = sums.log_likelihood - n * static_cast<double>(X.dim()) * exponent * std::numbers::ln2;
  criteria.parameters = free_parameters(mixture);
  const auto p = static_cast<double>(criteria.parameters);
  criteria.bic = p * std::log(n) - 2 * criteria.log_likelihood;
  criteria.aic = 2 * p - 2 * criteria.log_likelihood;
  criteria.icl = criteria.bic - 2 * sums.log_certainty;
  return criteria;
}

}  // namespace mixseed
