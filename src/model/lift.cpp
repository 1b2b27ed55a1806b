#include "model/lift.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/covariance.h"
#include "model/maximise.h"

namespace mixseed {

using Values = std::vector<double>;

Settling::Settling(const Points& X, const LiftOptions& options) : X_(X), type_(options.covariance) {
  if (options.rules == Rules::paper) return;
  flat_.emplace(X.facts(), 0.0);
  floor_.emplace(X.facts(), options.floor);
}

// Directions in which no row differs from any other say nothing against a covariance; they are raised first.
std::size_t Settling::raise_flat(double* covariance) const { return flat_ ? flat_->raise(type_, covariance) : 0; }

bool Settling::accepts(Covariance type, const double* covariance) const {
  return floor_ ? floor_->holds(type, covariance, 0.5) : positive(type, X_.dim(), covariance);
}

double Settling::last_resort(const Mixture& theta, std::size_t k) const {
  if (!floor_) return 1.0;
  double local = local_variance(X_, theta.means, k);
  floor_->raise(Covariance::spherical, &local);
  return local;
}

// The chain: as estimated, spherical, last resort.
void Settling::settle_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const {
  const std::size_t parts = type_ == Covariance::tied ? 1 : theta.size();
  double* covariance = theta.covariances.data() + k * (theta.covariances.size() / parts);
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
  for (std::size_t k = 0; k < (type_ == Covariance::tied ? 1 : K); ++k) settle_covariance(estimated, k, repairs);
  const double sum = std::accumulate(estimated.weights.begin(), estimated.weights.end(), 0.0);
  for (double& weight : estimated.weights) weight /= sum;
}

double local_variance(const Points& X, const std::vector<double>& means, std::size_t k) {
  const std::size_t dim = X.dim();
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
  return alone ? X.facts().mean_variance : smallest / static_cast<double>(2 * dim);
}

Mixture lift(const Points& X, const Centers& centers, const LiftOptions& options, Repairs& repairs) {
  const std::size_t K = centers.size();
  const Moments moments = assign_nearest(X, centers, second_moments_for(options.covariance));
  // An empty group stands in `before` with its centre; its covariance is settled below.
  const Mixture before{Covariance::spherical, X.dim(), Values(K, 0.0), centers.points, Values(K, 0.0)};
  Repairs none;
  Mixture theta = maximise(moments, options.covariance, before, nullptr, none);
  Settling(X, options).settle(theta, repairs);
  return theta;
}

Mixture one_component(const Points& X, Rules rules, Repairs& repairs) {
  Mixture theta{Covariance::full, X.dim(), {1.0}, X.facts().mean, X.facts().covariance};
  Settling(X, {Covariance::full, rules, kDefaultFloor}).settle(theta, repairs);
  return theta;
}

}  // namespace mixseed
