// Rows that nobody has seen, in favour of components that are neither flat nor vast: T of them for every component,
// about its own mean, with the covariance Sigma_X / K^(2/D) of one of K equal parts of the data. After Fraley &
// Raftery, "Bayesian regularization for normal mixture estimation and model-based clustering", Journal of
// Classification 24, 2007, whose prior on the covariances has this scale.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"
#include "model/moments.h"

namespace mixseed {

class Prior {
 public:
  // `rows` = T; 0 is no prior.
  Prior(const DataSummary& summary, double rows, std::size_t components);

  bool nothing() const { return rows_ == 0; }
  // The moments with these rows. Means stay where they are; a component without mass gets them about its pivot. What
  // maximises covariances given these moments maximises log-likelihood plus log_likelihood(theta), whatever the family.
  void add_to(Moments& moments) const;
  // Of these rows, each under its own component, without weights. Infinitely low for a covariance that is not positive
  // definite.
  double log_likelihood(const Mixture& theta) const;

 private:
  double rows_;
  std::vector<double> covariance_;  // D x D
};

}  // namespace mixseed
