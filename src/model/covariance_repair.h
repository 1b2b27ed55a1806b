// Repairs estimates: weights sum to 1, and every covariance has a density.
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
  double prior = 0;  // pseudo-rows for every component (prior.h)
  double noise = 0;  // initial weight of the noise; 0: no noise
};

// Replaces a covariance without a density by a spherical one, and if that has none either, by a fallback (see
// mixture_from_centers). The summary must outlive this object.
class CovarianceRepair {
 public:
  CovarianceRepair(const DataSummary& summary, const EstimationOptions& options);

  // Components of `estimated` without rows have weight 0; their covariances are ignored.
  void repair(Mixture& estimated, Repairs& repairs) const;

 private:
  std::size_t raise_flat(double* covariance) const;
  bool accepts(Covariance type, const double* covariance) const;
  double last_resort(const Mixture& theta, std::size_t k) const;
  void repair_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const;

  const DataSummary& summary_;
  Covariance type_;
  std::optional<Floor> flat_, floor_;  // not under the rules of the paper
};

// The repaired maximum-likelihood model of groups of rows, from their moments. Components without rows keep the means
// of `before`.
Mixture mixture_from_groups(const Moments& groups, const Mixture& before, const DataSummary& summary,
                            const EstimationOptions& options, Repairs& repairs);

// The maximum-likelihood Gaussian of all rows: theta_1 of the adaptive methods.
Mixture one_component(const DataSummary& summary, Rules rules, Repairs& repairs);

// A variance for a component of which only the mean is known: the smallest positive squared distance from mean k to
// another mean, over 2 D, or the mean variance of the data if there is no other mean.
double local_variance(const DataSummary& summary, const std::vector<double>& means, std::size_t k);

}  // namespace mixseed
