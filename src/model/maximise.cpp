#include "model/maximise.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "mixseed/family.h"
#include "mixseed/precision.h"
#include "model/expected_cost.h"
#include "model/factors.h"
#include "model/layout.h"
#include "model/noise.h"

namespace mixseed {
namespace {

// A cost per observation may grow by this much through rounding.
constexpr double kRounding = 2e-13;
// If all components together have a smaller share of the rows, nothing can be estimated.
constexpr double kLeastShareOfRows = 1e-30;

// Raises covariances to the floor within the family. Returns the number of components or eigenvalues raised.
std::size_t hold(Mixture& theta, const Family& family, const Floor& floor) {
  if (family.floor_method == Family::FloorMethod::eigenvalues) return floor.raise(theta);
  const std::vector<double> factors = floor.factors_to(theta);
  const auto raised = theta.size() - static_cast<std::size_t>(std::count(factors.begin(), factors.end(), 1.0));
  const double largest = *std::max_element(factors.begin(), factors.end());
  const bool together = family.floor_method == Family::FloorMethod::shared_volume;
  const Layout layout = layout_of(theta.covariance);
  for (std::size_t k = 0; raised > 0 && k < layout.parts(theta.size()); ++k) {
    if (theta.weights[k] == 0) continue;
    multiply_covariance(layout, theta.dim, together ? largest : factors[k], stored_covariance(theta, k));
  }
  return raised;
}

// A component that only has rows of the prior counts in what all components share, although it has no weight.
std::size_t hold_with_prior(Mixture& theta, const Moments& with_prior, const Family& family, const Floor& floor) {
  const std::vector<double> weights = theta.weights;
  for (std::size_t k = 0; family.constrained() && k < theta.size(); ++k) {
    if (theta.weights[k] == 0 && !without_mass(with_prior, k)) theta.weights[k] = 1;
  }
  const std::size_t held = hold(theta, family, floor);
  theta.weights = weights;
  return held;
}

// A component without mass has the variances that all share, not yet raised to the floor.
void hold_weightless(Mixture& theta, const Floor& floor) {
  const Layout layout = layout_of(theta.covariance);
  for (std::size_t k = 0; !layout.shared && k < theta.size(); ++k) {
    if (theta.weights[k] == 0) floor.raise(theta.covariance, stored_covariance(theta, k));
  }
}

// Gives components without mass the covariance of the heaviest one, so that the mixture stays in its family.
void copy_to_weightless(Mixture& theta, const Moments& with_prior) {
  const std::size_t length = layout_of(theta.covariance).numbers(theta.dim);
  const auto heaviest = std::max_element(theta.weights.begin(), theta.weights.end());
  const double* const from = stored_covariance(theta, static_cast<std::size_t>(heaviest - theta.weights.begin()));
  const double total = with_prior.total_mass();
  for (std::size_t k = 0; *heaviest > 0 && k < theta.size(); ++k) {
    if (without_mass(with_prior, k, total)) std::copy_n(from, length, stored_covariance(theta, k));
  }
}

// Whether every covariance is finite and has a factor.
bool is_usable(const Mixture& theta) {
  const auto finite = [](double number) { return std::isfinite(number); };
  if (!std::all_of(theta.covariances.begin(), theta.covariances.end(), finite)) return false;
  const Layout layout = layout_of(theta.covariance);
  if (layout.shape != Layout::Shape::matrix) return true;
  const Factors factors(PlainCovariances(theta).values(), theta.dim);
  for (std::size_t part = 0; part < layout.parts(theta.size()); ++part) {
    if (!factors.exists(part)) return false;
  }
  return true;
}

bool is_like(const Mixture& a, const Mixture& b) {
  return a.covariance == b.covariance && a.covariances.size() == b.covariances.size();
}

// Whether the covariances of `before`, if it is of the same family and above the floor, have a lower cost.
bool is_worse(const Moments& moments, const Mixture& next, const Mixture& before, const Floor* floor) {
  if (!is_like(next, before) || before.family != next.family) return false;
  const double old_cost = expected_cost(moments, before), cost = expected_cost(moments, next);
  if (!(cost > old_cost + kRounding * (moments.total_mass() + std::abs(old_cost)))) return false;
  if (!floor) return true;
  const std::vector<double> factors = floor->factors_to(before);
  return *std::max_element(factors.begin(), factors.end()) <= 1 + kRounding;
}

// Gives every component the same covariance, which belongs to every family with this layout.
void share_covariance(Mixture& theta, const Moments& moments, const Mixture& before, const Floor& floor) {
  const bool matrix = layout_of(theta.covariance).shape == Layout::Shape::matrix;
  const Family& equal = family_named(matrix ? "EEE" : "EEI");
  const Mixture alike{equal.covariance, theta.dim, theta.weights, theta.means, equal.estimate(moments, before, &floor)};
  const auto heaviest = std::max_element(theta.weights.begin(), theta.weights.end()) - theta.weights.begin();
  std::vector<double> own = covariance_as(alike, theta.covariance, static_cast<std::size_t>(heaviest));
  floor.raise(theta.covariance, own.data());
  for (std::size_t at = 0; at < theta.covariances.size(); ++at) theta.covariances[at] = own[at % own.size()];
}

// Covariances are estimated from `with_prior`, weights and means from the moments alone.
Mixture maximise(const Moments& moments, const Moments& with_prior, const Family& family, const Mixture& before,
                 const Floor* floor, Repairs& repairs) {
  Mixture next{family.covariance, moments.dim(), {}, {}, family.estimate(with_prior, before, floor)};
  if (family.constrained()) next.family = family.name;
  const double mass = moments.total_mass(), total = mass + moments.noise;
  double held_weight = 1;  // factor of the components' weights that keeps the noise at kMostNoise
  if (before.noise) {
    next.noise = before.noise;
    next.noise->weight = std::min(moments.noise / total, kMostNoise);
    if (moments.noise / total > kMostNoise) held_weight = (1 - kMostNoise) / (mass / total);
  }
  next.means.resize(moments.size() * moments.dim());
  next.weights.reserve(moments.size());
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const bool gone = without_mass(moments, k, mass);
    if (gone && before.weights[k] > 0) ++repairs.emptied;
    next.weights.push_back(gone ? 0.0 : moments.mass(k) / total * held_weight);
    double* mean = next.means.data() + k * moments.dim();
    gone ? void(std::copy(before.mean(k).begin(), before.mean(k).end(), mean)) : moments.mean(k, mean);
  }
  const bool above = floor && family.constrained() && floor->is_well_above(next);
  const std::size_t held = floor && !above ? hold_with_prior(next, with_prior, family, *floor) : 0;
  repairs.floored += held;
  // A component without mass has the prior's covariance, which may be flat where the data are flat.
  const bool of_prior = &with_prior != &moments;
  if (floor && !above && (family.constrained() || of_prior)) hold_weightless(next, *floor);
  if (!family.constrained()) return next;
  copy_to_weightless(next, with_prior);
  const bool usable = above || is_usable(next), may_be_worse = held > 0 || !family.monotone;
  if (usable ? may_be_worse && is_worse(with_prior, next, before, floor) : is_like(next, before)) {
    next.covariances = before.covariances;
    ++repairs.refused;
  } else if (!usable && floor) {
    share_covariance(next, with_prior, before, *floor);
    ++repairs.refused;
  }
  return next;
}

// Whether the noise has all rows, so that the moments do not determine the components.
bool is_noise_alone(const Moments& moments) { return moments.total_mass() < kLeastShareOfRows * moments.noise; }

// Moments of the components of `before`, to replace moments that do not determine them.
Moments kept_by(const Mixture& before, const Moments& moments) {
  Moments kept = moments_of(before, moments.second());
  kept.noise = 2 * kept.total_mass() / (1 - kMostNoise);
  return kept;
}

}  // namespace

Moments moments_of(const Mixture& theta, Moments::Second second) {
  Moments moments(theta.size(), theta.dim, second, std::make_shared<const std::vector<double>>(theta.means));
  for (std::size_t k = 0; k < theta.size(); ++k) moments.add_about_mean(k, theta.weights[k], theta.covariance_of(k));
  if (theta.noise) moments.noise = theta.noise->weight;
  return moments;
}

Mixture in_family(const Mixture& theta, const Family& family, const Floor& floor) {
  if (family_name(theta) == family.name) return theta;
  if (is_within(covariance_family(family_name(theta)), covariance_family(family.name))) {
    Mixture same = with_covariance(theta, family.covariance);
    same.family = family.constrained() ? family.name : "";
    return same;
  }
  Repairs unreported;
  return maximise(moments_of(theta, family.second), family, theta, &floor, unreported);
}

Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 Repairs& repairs) {
  if (is_noise_alone(moments)) return maximise(kept_by(before, moments), family, before, floor, repairs);
  return maximise(moments, moments, family, before, floor, repairs);
}

Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 const Prior& prior, Repairs& repairs) {
  if (prior.empty()) return maximise(moments, family, before, floor, repairs);
  if (is_noise_alone(moments)) return maximise(kept_by(before, moments), family, before, floor, prior, repairs);
  Moments with_prior = moments;
  prior.add_to(with_prior);
  return maximise(moments, with_prior, family, before, floor, repairs);
}

}  // namespace mixseed
