// How well covariances explain moments.
#pragma once

#include "mixseed/mixture.h"
#include "model/moments.h"

namespace mixseed {

// sum_k m_k log |Sigma_k| + tr(Sigma_k^-1 W_k), where W_k is the scatter of component k about its mean: the part of
// minus twice the expected log-likelihood that depends on the covariances of `theta`. Infinite if one of them is not
// positive definite. Components without mass do not count.
double expected_cost(const Moments& moments, const Mixture& theta);

}  // namespace mixseed
