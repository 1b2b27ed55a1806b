// One component's covariance in the layout of its type (full and tied: D x D, diagonal: D, spherical: 1).
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// Whether a plain Cholesky factorisation finds every pivot positive, and every variance has an inverse that a double
// can hold.
bool positive(Covariance type, std::size_t dim, const double* covariance);

// The mean of the variances: what a spherical covariance of the same size has.
double mean_variance(Covariance type, std::size_t dim, const double* covariance);

// variance * I
void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance);

// Component k of a mixture, written as another type; what that type cannot hold is averaged or left out.
std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k);

}  // namespace mixseed
