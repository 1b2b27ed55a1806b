// Encodes and decodes models (base/bytes.h).
#pragma once

#include <concepts>

#include "base/bytes.h"
#include "mixseed/mixture.h"

namespace mixseed {

template <typename Self, typename Visit>
requires std::same_as<std::remove_const_t<Self>, Centers>
void members_of(Self& self, Visit& visit) { visit(self.dim, self.points); }

template <typename Self, typename Visit>
requires std::same_as<std::remove_const_t<Self>, Noise>
void members_of(Self& self, Visit& visit) { visit(self.weight, self.log_volume, self.corner, self.edges); }

template <typename Self, typename Visit>
requires std::same_as<std::remove_const_t<Self>, Mixture>
void members_of(Self& self, Visit& visit) {
  visit(self.covariance, self.dim, self.weights, self.means, self.covariances, self.family, self.noise);
}

}  // namespace mixseed
