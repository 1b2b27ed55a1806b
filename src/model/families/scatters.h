// What families with constraints between components are estimated from, and the steps that several of them share.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "model/family.h"

namespace mixseed {

using Values = std::vector<double>;

// Some numbers for every component that has mass, one line after the other.
class Table {
 public:
  Table() = default;
  Table(std::size_t lines, std::size_t columns) : columns_(columns), values_(lines * columns) {}
  Table(std::size_t lines, const Values& each) : columns_(each.size()) {
    values_.reserve(lines * columns_);
    for (std::size_t k = 0; k < lines; ++k) values_.insert(values_.end(), each.begin(), each.end());
  }

  std::size_t size() const { return values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<double> operator[](std::size_t k) { return {values_.data() + k * columns_, columns_}; }
  std::span<const double> operator[](std::size_t k) const { return {values_.data() + k * columns_, columns_}; }
  Values& values() { return values_; }

 private:
  std::size_t columns_ = 1;
  Values values_;
};

// The components that have mass: sums of squares about their own means, D or D x D numbers each, none of them singular.
struct Scatters {
  std::size_t dim = 0;
  Values mass;
  double total = 0;
  Table sums;
  std::vector<std::size_t> numbers;  // of these components in the mixture
  const Mixture* before = nullptr;   // where steps that go back and forth begin
  bool continued = false;            // whether that is of the same family, so that a few steps a round suffice

  std::size_t size() const { return mass.size(); }
};

// The covariances of all components in that layout, from an estimate for those that have mass.
Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         std::string_view family, Table (*estimate)(const Scatters& scatters, const Mixture& before));

// A family's name as a template argument.
struct Letters {
  char text[4];
};

// The same as what a family is told by.
template <Letters family, Covariance layout, Table (*estimate)(const Scatters&, const Mixture&)>
Values together(const Moments& moments, const Mixture& before, const Floor* floor) {
  return estimate_together(moments, before, floor, layout, {family.text, 3}, estimate);
}

// The sum over components as the covariance of each.
Table pooled(const Table& sums, const Scatters& scatters);

// Those of the covariances before, or of the sums where there are none: (det)^(1/D).
Values first_volumes(const Scatters& scatters);

// Volumes of all components and what they share alternately, each the exact maximum given the other, until no volume
// changes any more: share(volumes) finds the latter and returns, for every component, the trace of its sums of squares
// times the inverse of it.
template <typename Share>
Values alternated(const Scatters& scatters, const Share& share);

// Variances along axes from sums of squares along them, [component][axis].
using Shaping = Table (*)(const Table& sums, const Scatters& scatters);
// lambda_k a_j
Table proportional_variances(const Table& sums, const Scatters& scatters);
// With the same product over the axes for all components.
Table equal_volume_variances(const Table& sums, const Scatters& scatters);

// Every component's covariance in axes of its own: those of its scatter, in ascending order of their variances.
Table in_own_axes(const Scatters& scatters, Shaping shape);
// The same in axes that all components share, found by plane rotations: to convergence, or two sweeps from the axes of
// `before` if it is of the same family.
Table in_common_axes(const Scatters& scatters, const Mixture& before, Shaping shape);

// Ends them.
inline constexpr int kAlternationsOfARound = 4;  // EM goes on from the volumes that were found
inline constexpr int kMostAlternations = 100;    // where there are no volumes to go on from
inline constexpr double kSettledVolumes = 1e-7;  // relative; what it costs of the objective is the square of it

template <typename Share>
Values alternated(const Scatters& scatters, const Share& share) {
  Values volumes = first_volumes(scatters);
  double change = 1;
  const int most = scatters.continued ? kAlternationsOfARound : kMostAlternations;
  for (int round = 0; round < most && change > kSettledVolumes; ++round) {
    const Values traces = share(volumes);
    change = 0;
    for (std::size_t k = 0; k < scatters.size(); ++k) {
      const double next = traces[k] / (scatters.mass[k] * static_cast<double>(scatters.dim));
      change = std::max(change, std::abs(next / volumes[k] - 1));
      volumes[k] = next;
    }
  }
  return volumes;
}

}  // namespace mixseed
