// The mixture of the adaptive methods, which grows by one mean at a time.
#pragma once

#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// theta_1 is the best single Gaussian of X; every further one is Means2SphGMM of the means of the last and another row:
// the same as lift() gives, up to rounding.
class GrowingMixture {
 public:
  // Up to `most` components. X must outlive this object.
  GrowingMixture(const Dataset& X, std::size_t most, Rules rules, Repairs& repairs);

  const Mixture& mixture() const { return theta_; }
  void add(std::span<const double> mean, Repairs& repairs);

 private:
  // The components as the rows nearest to the means say, not settled yet.
  Mixture estimate(std::vector<double> means);
  void sort_again();

  const Dataset& X_;
  std::size_t most_;
  CovarianceRepair repair_;
  Mixture theta_;
  // What moments are taken about: near the means, but moved as seldom as rounding allows, so that sums over rows that
  // have not changed need not be taken again.
  std::vector<double> pivots_;
  Model sorted_by_;
  std::size_t sorted_for_ = 1;  // how many components there were then
};

}  // namespace mixseed
