#include "model/settle.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/covariance.h"

namespace mixseed {

Settling::Settling(const Facts& facts, const LiftOptions& options) : facts_(facts), type_(options.family->covariance) {
  if (options.rules == Rules::paper) return;
  flat_.emplace(facts, 0.0);
  floor_.emplace(facts, options.floor);
}

// Directions in which no row differs from any other say nothing against a covariance; they are raised first.
std::size_t Settling::raise_flat(double* covariance) const { return flat_ ? flat_->raise(type_, covariance) : 0; }

bool Settling::accepts(Covariance type, const double* covariance) const {
  return floor_ ? floor_->holds(type, covariance, 0.5) : positive(type, facts_.dim(), covariance);
}

double Settling::last_resort(const Mixture& theta, std::size_t k) const {
  if (!floor_) return 1.0;
  double local = local_variance(facts_, theta.means, k);
  floor_->raise(Covariance::spherical, &local);
  return local;
}

// The chain: as estimated, spherical, last resort.
void Settling::settle_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const {
  double* covariance = theta.covariances.data() + k * layout_of(type_).numbers(theta.dim);
  double variance = mean_variance(type_, theta.dim, covariance);
  const std::size_t raised = raise_flat(covariance);
  if (accepts(type_, covariance)) {
    repairs.floored += raised;
    return;
  }
  if (type_ != Covariance::spherical && accepts(Covariance::spherical, &variance)) {
    ++repairs.spherical;
  } else {
    ++repairs.identity;
    variance = last_resort(theta, k);
  }
  write_spherical(type_, theta.dim, variance, covariance);
}

void Settling::settle(Mixture& estimated, Repairs& repairs) const {
  const std::size_t K = estimated.size();
  for (double& weight : estimated.weights) {
    if (weight > 0) continue;
    ++repairs.emptied;
    weight = 1 / static_cast<double>(K);
  }
  for (std::size_t k = 0; k < layout_of(type_).parts(K); ++k) settle_covariance(estimated, k, repairs);
  const double sum = std::accumulate(estimated.weights.begin(), estimated.weights.end(), 0.0);
  for (double& weight : estimated.weights) weight /= sum;
}

double local_variance(const Facts& facts, const std::vector<double>& means, std::size_t k) {
  const std::size_t dim = facts.dim();
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l * dim < means.size(); ++l) {
    double distance = 0;
    for (std::size_t j = 0; j < dim; ++j) {
      const double y = means[l * dim + j] - means[k * dim + j];
      distance += y * y;
    }
    if (distance > 0) smallest = std::min(smallest, distance);
  }
  const bool alone = smallest == std::numeric_limits<double>::infinity();
  return alone ? facts.mean_variance : smallest / static_cast<double>(2 * dim);
}

Mixture one_component(const Facts& facts, Rules rules, Repairs& repairs) {
  Mixture theta{Covariance::full, facts.dim(), {1.0}, facts.mean, facts.covariance};
  Settling(facts, {&family_of(Covariance::full), rules, kDefaultFloor}).settle(theta, repairs);
  return theta;
}

}  // namespace mixseed
