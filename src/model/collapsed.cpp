#include "model/collapsed.h"

#include <algorithm>
#include <optional>

#include "model/linear.h"

namespace mixseed {
namespace {

constexpr double kRowsOfRounded = 10, kRowsOfThin = 5;  // per D + 1
constexpr double kThin = 0.01;                          // share of the mean variance within components

// kThin times the mean covariance of the components.
Matrix thin_covariance(const Mixture& mixture) {
  Matrix mean(mixture.dim, mixture.dim);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const std::vector<double> covariance = mixture.covariance_of(k);
    add(mean, as_matrix(covariance.data(), mixture.dim), kThin * mixture.weights[k]);
  }
  return mean;
}

bool is_above(const Mixture& mixture, std::size_t k, const Matrix& least) {
  const std::vector<double> covariance = mixture.covariance_of(k);
  Matrix difference = as_matrix(covariance.data(), mixture.dim);
  add(difference, least, -1);
  return positive_definite(difference);
}

}  // namespace

std::vector<bool> collapsed_components(const Floor& floor, const Mixture& mixture, double observations) {
  const bool shared = layout_of(mixture.covariance).shared;
  const std::vector<Floor::Contact> contacts = floor.contacts(mixture);
  const auto unit = static_cast<double>(mixture.dim + 1);
  std::optional<Matrix> thin;
  std::vector<bool> collapsed;
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const double rows = observations * (shared ? 1 : mixture.weights[k]);
    bool is_thin = false;
    if (!shared && rows < kRowsOfThin * unit && mixture.weights[k] > 0) {
      if (!thin) thin = thin_covariance(mixture);
      is_thin = !is_above(mixture, k, *thin);
    }
    collapsed.push_back(is_thin || contacts[k] == Floor::Contact::relative ||
                        (contacts[k] == Floor::Contact::rounding && rows < kRowsOfRounded * unit));
  }
  return collapsed;
}

std::size_t count_collapsed(const Floor& floor, const Mixture& mixture, double observations) {
  const std::vector<bool> all = collapsed_components(floor, mixture, observations);
  return static_cast<std::size_t>(std::count(all.begin(), all.end(), true));
}

}  // namespace mixseed
