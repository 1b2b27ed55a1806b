// The mixture of the adaptive methods, which grows by one mean at a time.
#pragma once

#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// theta_1 is the most likely single Gaussian of X; each further mixture is Means2SphGMM of the last means and another
// row, as of mixture_from_centers() up to rounding.
class GrowingMixture {
 public:
  // Up to `most` components. X must outlive this object.
  GrowingMixture(const Dataset& X, std::size_t most, Rules rules, Repairs& repairs);

  const Mixture& mixture() const { return theta_; }
  void add(std::span<const double> mean, Repairs& repairs);

 private:
  // The components of the rows nearest to each mean, before covariances are repaired.
  Mixture estimate(std::vector<double> means);
  void sort_again();

  const Dataset& X_;
  std::size_t most_;
  CovarianceRepair repair_;
  Mixture theta_;
  // Pivots of the moments: near the means, but moved as rarely as rounding allows, so that sums over unchanged rows can
  // be reused.
  std::vector<double> pivots_;
  ModelPtr sorted_by_;
  std::size_t sorted_for_ = 1;  // number of components at the last sort
};

}  // namespace mixseed
