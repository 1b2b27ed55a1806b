// From Centers to a Mixture: the paper's Means2GMM (Algorithm 1) and Means2SphGMM, and their kin for the other types.
#pragma once

#include <optional>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/floor.h"
#include "model/passes.h"
#include "model/points.h"

namespace mixseed {

inline constexpr double kDefaultFloor = 1e-6;

struct LiftOptions {
  Covariance covariance = Covariance::full;
  Rules rules = Rules::standard;
  double floor = kDefaultFloor;
};

// Puts estimates in order: weights that sum to 1, covariances that can be used.
class Settling {
 public:
  Settling(const Points& X, const LiftOptions& options);

  // Of `estimated`, whose components without a row have weight 0 and anything as covariance. See lift.
  void settle(Mixture& estimated, Repairs& repairs) const;

 private:
  // Decides what can be used as a covariance, under either set of rules.
  std::size_t raise_flat(double* covariance) const;
  bool accepts(Covariance type, const double* covariance) const;
  double last_resort(const Mixture& theta, std::size_t k) const;
  void settle_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const;

  const Points& X_;
  Covariance type_;
  std::optional<Floor> flat_, floor_;  // none under the paper's rules
};

// Assigns every row to its nearest centre and takes each group's weight, mean and covariance. A covariance that cannot
// be used is replaced by a spherical one, and if that cannot be used either, by a last fall-back:
//   Rules::paper     unusable = not positive definite; last fall-back = identity
//   Rules::standard  unusable = below the floor; last fall-back = |distance to the nearest other mean|^2 / (2 D) * I
// An empty group keeps its centre, takes the last fall-back and the weight 1/K before all are normalised.
Mixture lift(const Points& X, const Centers& centers, const LiftOptions& options, Repairs& repairs);

// The best single Gaussian: theta_1 of the adaptive methods.
Mixture one_component(const Points& X, Rules rules, Repairs& repairs);

// The smallest squared distance above zero from mean k to another one, over 2 D: the size of a component of which
// nothing but the place is known. The data's mean variance when there is no other mean.
double local_variance(const Points& X, const std::vector<double>& means, std::size_t k);

}  // namespace mixseed
