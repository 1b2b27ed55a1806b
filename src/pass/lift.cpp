#include "pass/lift.h"

#include "pass/verbs.h"

namespace mixseed {

Mixture lift(const Frame& X, const Centers& centers, const LiftOptions& options, Repairs& repairs) {
  const std::size_t K = centers.size();
  const Moments moments = assign_nearest(X, centers, options.family->second).moments;
  // An empty group stands in `before` with its centre; its covariance is settled below.
  const Mixture before{Covariance::spherical, X.dim(), std::vector<double>(K, 0.0), centers.points,
                       std::vector<double>(K, 0.0)};
  return lifted(moments, before, X.facts(), options, repairs);
}

}  // namespace mixseed
