// Random orientations.
#pragma once

#include <vector>

#include "base/rng.h"

namespace mixseed {

// Q' diag(eigenvalues) Q for a Q drawn uniformly from the rotations and reflections; D x D.
std::vector<double> randomly_rotated(const std::vector<double>& eigenvalues, Rng& rng);

}  // namespace mixseed
