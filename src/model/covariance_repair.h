// Puts estimates in order: weights that sum to 1, covariances that can be used.
#pragma once

#include <optional>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/data_summary.h"
#include "model/family.h"
#include "model/floor.h"
#include "model/rules.h"

namespace mixseed {

inline constexpr double kDefaultFloor = 1e-6;

struct EstimationOptions {
  const Family* family = &family_of(Covariance::full);
  Rules rules = Rules::standard;
  double floor = kDefaultFloor;
  double prior = 0;  // rows for every component (prior.h)
  double noise = 0;  // the share of a noise component at the start; 0: there is none
};

// A covariance that cannot be used is replaced by a spherical one, and if that cannot be used either, by a last
// fall-back; lift() says which. The facts must outlive this object.
class CovarianceRepair {
 public:
  CovarianceRepair(const DataSummary& summary, const EstimationOptions& options);

  // Of `estimated`, whose components without a row have weight 0 and anything as covariance. See lift().
  void repair(Mixture& estimated, Repairs& repairs) const;

 private:
  // Decides what can be used as a covariance, under either set of rules.
  std::size_t raise_flat(double* covariance) const;
  bool accepts(Covariance type, const double* covariance) const;
  double last_resort(const Mixture& theta, std::size_t k) const;
  void repair_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const;

  const DataSummary& summary_;
  Covariance type_;
  std::optional<Floor> flat_, floor_;  // none under the paper's rules
};

// The model of groups of rows, from their moments: estimated, and put in order. `before` says where components without
// rows stand.
Mixture mixture_from_groups(const Moments& groups, const Mixture& before, const DataSummary& summary,
                            const EstimationOptions& options, Repairs& repairs);

// The best single Gaussian: theta_1 of the adaptive methods.
Mixture one_component(const DataSummary& summary, Rules rules, Repairs& repairs);

// The smallest squared distance above zero from mean k to another one, over 2 D: the size of a component of which
// nothing but the place is known. The data's mean variance when there is no other mean.
double local_variance(const DataSummary& summary, const std::vector<double>& means, std::size_t k);

}  // namespace mixseed
