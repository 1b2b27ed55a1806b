// What families with constraints between components are estimated from, and the steps that several of them share.
#pragma once

#include <string_view>
#include <vector>

#include "model/family.h"

namespace mixseed {

using Values = std::vector<double>;
using Table = std::vector<Values>;  // one entry per component that has mass

// The components that have mass: sums of squares about their own means, D or D x D numbers each, none of them singular.
struct Scatters {
  std::size_t dim = 0;
  std::vector<double> mass;
  double total = 0;
  Table sums;

  std::size_t size() const { return mass.size(); }
};

// The covariances of all components in that layout, from an estimate for those that have mass.
Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         Table (*estimate)(const Scatters& scatters, const Mixture& before));

// Variances along axes from sums of squares along them, [component][axis].
using Shaping = Table (*)(const Table& sums, const std::vector<double>& mass);
// lambda_k a_j: the volumes and the shape alternately, each the exact maximum given the other.
Table proportional_variances(const Table& sums, const std::vector<double>& mass);
// With the same product over the axes for all components.
Table equal_volume_variances(const Table& sums, const std::vector<double>& mass);

// Every component's covariance in axes of its own: those of its scatter, in ascending order of their variances.
Table in_own_axes(const Scatters& scatters, Shaping shape);
// The same in axes that all components share, found by plane rotations; `before` says where to begin, if it is of the
// same family.
Table in_common_axes(const Scatters& scatters, const Mixture& before, std::string_view family, Shaping shape);

}  // namespace mixseed
