#include "pass/mixture_from_centers.h"

#include "pass/verbs.h"

namespace mixseed {

Mixture mixture_from_centers(const Dataset& X, const Centers& centers, const EstimationOptions& options,
                             Repairs& repairs) {
  const std::size_t K = centers.size();
  const Moments moments = assign_nearest(X, centers, options.family->second).moments;
  // `before` provides the centers of empty groups; mixture_from_groups chooses their covariances.
  const Mixture before{Covariance::spherical, X.dim(), std::vector<double>(K, 0.0), centers.points,
                       std::vector<double>(K, 0.0)};
  return mixture_from_groups(moments, before, X.summary(), options, repairs);
}

}  // namespace mixseed
