// Input of families with constraints between components, and steps that several of them share.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "model/family.h"

namespace mixseed {

using Values = std::vector<double>;

// The same number of values for every component with mass, line by line.
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

// The components with mass: nonsingular sums of squares about their means, D or D x D numbers each.
struct Scatters {
  std::size_t dim = 0;
  Values mass;
  double total = 0;
  Table sums;
  std::vector<std::size_t> numbers;  // their numbers in the mixture
  const Mixture* before = nullptr;   // start of alternating steps
  bool continued = false;            // whether it is of the same family, so that few steps a round suffice

  std::size_t size() const { return mass.size(); }
};

// The covariances of all components in that layout; `estimate` gives those of components with mass.
Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         std::string_view family, Table (*estimate)(const Scatters& scatters, const Mixture& before));

// A family's name as a template argument.
struct Letters {
  char text[4];
};

// The same as a function pointer for Family::estimate.
template <Letters family, Covariance layout, Table (*estimate)(const Scatters&, const Mixture&)>
Values together(const Moments& moments, const Mixture& before, const Floor* floor) {
  return estimate_together(moments, before, floor, layout, {family.text, 3}, estimate);
}

// The sum over components as the covariance of each.
Table pooled(const Table& sums, const Scatters& scatters);

// Volumes (det)^(1/D) of the covariances of `before`, or of the sums where these have none.
Values first_volumes(const Scatters& scatters);

// Estimates the volumes and the shared part alternately, each the exact maximum given the other, until volumes
// converge. update_shared(volumes) finds the shared part and returns, for every component, the trace of its sums times
// the inverse of it.
template <typename UpdateShared>
Values alternated(const Scatters& scatters, const UpdateShared& update_shared);

// Variances along axes from sums of squares along them, [component][axis].
using Shaping = Table (*)(const Table& sums, const Scatters& scatters);
// lambda_k a_j
Table proportional_variances(const Table& sums, const Scatters& scatters);
// With the same product over the axes for every component.
Table equal_volume_variances(const Table& sums, const Scatters& scatters);

// Covariances along the axes of each scatter, in ascending order of their variances.
Table in_own_axes(const Scatters& scatters, Shaping shape);
// Covariances along common axes, found by plane rotations: until convergence, or by two sweeps from the axes of
// `before` if it is of the same family.
Table in_common_axes(const Scatters& scatters, const Mixture& before, Shaping shape);

// Limits of the alternation.
inline constexpr int kAlternationsOfARound = 4;   // from the volumes of the previous round
inline constexpr int kMostAlternations = 100;     // from other volumes
inline constexpr double kVolumeTolerance = 1e-7;  // relative; the objective loses its square

template <typename UpdateShared>
Values alternated(const Scatters& scatters, const UpdateShared& update_shared) {
  Values volumes = first_volumes(scatters);
  double change = 1;
  const int most = scatters.continued ? kAlternationsOfARound : kMostAlternations;
  for (int round = 0; round < most && change > kVolumeTolerance; ++round) {
    const Values traces = update_shared(volumes);
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
