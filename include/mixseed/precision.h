// Other representations of the covariances of a mixture.
#pragma once

#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// The inverse of every covariance, in the layout of `covariances` if that is plain. Throws Error(input) if one is not
// positive definite.
std::vector<double> precisions(const Mixture& mixture);

// Upper triangular U with precision = U U', in the same layout; diagonal and spherical: 1 / standard deviation.
std::vector<double> precision_factors(const Mixture& mixture);

// The mixture with covariances in another layout: spherical takes the mean of the variances, diagonal the variances,
// tied the weighted mean of the components' covariances.
Mixture with_covariance(const Mixture& mixture, Covariance covariance);

// The same densities in a layout whose numbers are matrices or variances; the mixture itself if its layout is one.
Mixture with_plain_covariances(const Mixture& mixture);

}  // namespace mixseed
