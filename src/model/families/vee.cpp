// VEE: one matrix for all components, times a volume of each.
#include <cmath>

#include "model/families/scatters.h"
#include "model/linear.h"

namespace mixseed {
namespace {

constexpr int kMostRounds = 100;
constexpr double kSettled = 1e-9;

// The matrix and the volumes alternately, each the exact maximum given the other.
Table estimate(const Scatters& scatters, const Mixture&) {
  const std::size_t D = scatters.dim;
  std::vector<Matrix> sums;
  for (const Values& sum : scatters.sums) sums.emplace_back(D, D, sum);
  Values volume;
  for (std::size_t k = 0; k < scatters.size(); ++k) volume.push_back(mean_scale(sums[k]) / scatters.mass[k]);
  Matrix common;
  double change = 1;
  for (int round = 0; round < kMostRounds && change > kSettled; ++round) {
    change = 0;
    Matrix pooled(D, D);
    for (std::size_t k = 0; k < scatters.size(); ++k) add(pooled, sums[k], 1 / volume[k]);
    common = Matrix(D, D);
    add(common, pooled, 1 / mean_scale(pooled));
    const Matrix inverse = inverse_of(common);
    for (std::size_t k = 0; k < scatters.size(); ++k) {
      const double next = inner_product(inverse, sums[k]) / (scatters.mass[k] * static_cast<double>(D));
      change = std::max(change, std::abs(next / volume[k] - 1));
      volume[k] = next;
    }
  }
  Table covariances(scatters.size(), common.values());
  for (std::size_t k = 0; k < scatters.size(); ++k) {
    for (double& number : covariances[k]) number *= volume[k];
  }
  return covariances;
}

}  // namespace

Family vee_family() {
  return {.name = "VEE",
          .letters = "VEE",
          .others = {},
          .summary = "one matrix, times a volume for each component",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .raise = Family::Raise::volume,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor* floor) {
            return estimate_together(moments, before, floor, Covariance::full, estimate);
          }};
}

}  // namespace mixseed
