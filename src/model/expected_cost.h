// How well covariances explain moments.
#pragma once

#include "mixseed/mixture.h"
#include "model/moments.h"

namespace mixseed {

// sum_k m_k log |Sigma_k| + tr(Sigma_k^-1 W_k), where W_k are the scatters about the components' own means: what the
// covariances of `theta` contribute to minus twice the expected log-likelihood, up to a constant. Infinite when one of
// them is not positive definite. Components without mass do not count.
double expected_cost(const Moments& moments, const Mixture& theta);

}  // namespace mixseed
