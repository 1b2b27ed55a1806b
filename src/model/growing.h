// The mixture of the adaptive methods, which grows by one mean at a time.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/lift.h"
#include "model/proximity.h"

namespace mixseed {

// theta_1 is the best single Gaussian of X; every further one is Means2SphGMM of the means of the last and another row:
// the same as lift() gives, up to rounding. Rows that nothing has changed for are not looked at again.
class GrowingMixture {
 public:
  // Up to `most` components. m(x | theta) is wanted for the rows of S, which may be X. Both must outlive this object.
  GrowingMixture(const Points& X, const Points& S, std::size_t most, Rules rules, Repairs& repairs);

  const Mixture& mixture() const { return theta_; }
  // The smallest squared Mahalanobis distance of every row of S to a component.
  const std::vector<double>& min_mahalanobis() const;
  void add(std::span<const double> mean, Repairs& repairs);

 private:
  void estimate(std::span<const double> mean);

  Settling settling_;
  Mixture theta_;
  Mixture estimated_;          // before it was settled: weights are masses
  std::vector<double> first_;  // m(x | theta_1)
  Proximity rows_;
  std::unique_ptr<Proximity> candidates_;  // of S, when it is not X
  Proximity::Flags touched_;
  double total_;
};

}  // namespace mixseed
