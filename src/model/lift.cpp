#include "model/lift.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "model/covariance.h"
#include "model/floor.h"
#include "model/maximise.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Decides what can be used as a covariance, under either set of rules.
class Judge {
 public:
  Judge(const Points& X, const LiftOptions& options) : dim_(X.dim()) {
    if (options.rules == Rules::paper) return;
    flat_.emplace(X.facts(), 0.0);
    floor_.emplace(X.facts(), options.floor);
  }

  // Directions in which no row differs from any other say nothing against a covariance; they are raised first.
  std::size_t raise_flat(Covariance type, double* covariance) const {
    return flat_ ? flat_->raise(type, covariance) : 0;
  }
  bool accepts(Covariance type, const double* covariance) const {
    return floor_ ? floor_->holds(type, covariance, 0.5) : positive(type, dim_, covariance);
  }
  double last_resort(double local) const {
    if (!floor_) return 1.0;
    floor_->raise(Covariance::spherical, &local);
    return local;
  }

 private:
  std::size_t dim_;
  std::optional<Floor> flat_, floor_;
};

// The chain: as estimated, spherical, last resort.
void settle(const Judge& judge, Covariance type, std::size_t dim, double local, double* covariance, Repairs& repairs) {
  double variance = mean_variance(type, dim, covariance);
  const std::size_t raised = judge.raise_flat(type, covariance);
  if (judge.accepts(type, covariance)) {
    repairs.floored += raised;
    return;
  }
  if (type != Covariance::spherical && judge.accepts(Covariance::spherical, &variance)) {
    ++repairs.spherical;
  } else {
    ++repairs.identity;
    variance = judge.last_resort(local);
  }
  write_spherical(type, dim, variance, covariance);
}

}  // namespace

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
  const std::size_t K = centers.size(), D = X.dim();
  const Covariance type = options.covariance;
  const Judge judge(X, options);
  const Moments moments = assign_nearest(X, centers, second_moments_for(type));

  // An empty group stands in `before` with its centre; its covariance is settled below.
  Mixture before{Covariance::spherical, D, Values(K, 0.0), centers.points, Values(K, 0.0)};
  Repairs none;
  Mixture theta = maximise(moments, type, before, nullptr, none);
  for (std::size_t k = 0; k < K; ++k) {
    if (moments.mass(k) > 0) continue;
    ++repairs.emptied;
    theta.weights[k] = 1 / static_cast<double>(K);
  }
  const std::size_t parts = type == Covariance::tied ? 1 : K;
  const std::size_t length = theta.covariances.size() / parts;
  for (std::size_t k = 0; k < parts; ++k) {
    settle(judge, type, D, local_variance(X, theta.means, k), theta.covariances.data() + k * length, repairs);
  }
  const double sum = std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0);
  for (double& weight : theta.weights) weight /= sum;
  return theta;
}

Mixture one_component(const Points& X, Rules rules, Repairs& repairs) {
  const Centers center{X.dim(), X.facts().mean};
  return lift(X, center, {Covariance::full, rules, kDefaultFloor}, repairs);
}

}  // namespace mixseed
