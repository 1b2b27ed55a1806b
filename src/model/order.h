// The order in which the components of a mixture are listed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// Component numbers by descending weight, or by ascending mean, first column first. Ties are broken by the other of the
// two, then by number.
std::vector<std::size_t> by_weight(const Mixture& mixture);
std::vector<std::size_t> by_mean(const Mixture& mixture);

// Component order[i] becomes component i.
Mixture in_order(const Mixture& mixture, std::span<const std::size_t> order);

}  // namespace mixseed
