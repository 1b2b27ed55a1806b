// Pseudo-rows against flat and oversized components: T for every component, about its mean, with the covariance
// Sigma_X / K^(2/D) of one of K equal parts of the data. This is the scale of the prior on covariances in Fraley &
// Raftery, "Bayesian regularization for normal mixture estimation and model-based clustering", Journal of
// Classification 24, 2007.
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

  bool empty() const { return rows_ == 0; }
  // Adds the pseudo-rows. Means do not change; a component without mass gets them about its pivot. In every family, the
  // covariances that maximise these moments' likelihood maximise log-likelihood plus log_likelihood(theta).
  void add_to(Moments& moments) const;
  // Of the pseudo-rows, each under its own component, without weights. Minus infinity if a covariance is not positive
  // definite.
  double log_likelihood(const Mixture& theta) const;

 private:
  double rows_;
  std::vector<double> covariance_;  // D x D
};

}  // namespace mixseed
