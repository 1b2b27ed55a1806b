// One component's covariance in the layout of its type (full and tied: D x D, diagonal: D, spherical: 1).
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// Whether every Cholesky pivot is positive and every variance has a finite inverse.
bool positive(Covariance type, std::size_t dim, const double* covariance);

// The mean of the variances: that of the nearest spherical covariance.
double mean_variance(Covariance type, std::size_t dim, const double* covariance);

// variance * I
void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance);

// The covariance of component k as another type: variances are averaged, and correlations dropped, as needed.
std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k);

}  // namespace mixseed
