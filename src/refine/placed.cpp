#include "refine/placed.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kLeastOfColumn = 4;  // of the heaviest values, or as many as there are components for them
constexpr std::size_t kMostTies = 2;       // that a split is tried at
constexpr double kNearlyAll = 0.95;        // of the rows; they need no component of their own
constexpr double kLarge = 50;              // log(1 + exp(x)) is x from here on

std::vector<Tie> ties_for(const Groups& groups, double least) {
  const Layout layout = layout_of(groups.theta().covariance);
  if (layout.shared || layout.shape == Layout::Shape::spherical) return {};
  return ties_of(groups.view(), least, std::max(kLeastOfColumn, groups.theta().size()));
}

}  // namespace

PlacedAtTies::PlacedAtTies(const Groups& groups, const LocalEm& em)
    : least_(em.step().floor().least_of_real()), of_row_(groups.view().rows()) {
  for (Tie& tie : ties_for(groups, least_)) {
    const Few X = groups.few({tie.rows, Values(tie.rows.size(), 1.0)}, true);
    const double weight = X.observations() / groups.observations();
    if (weight > kNearlyAll) continue;
    Mixture one = em.run(X, component(groups.theta(), 0), 1);
    Values log_densities = X.log_densities(one);
    for (const std::size_t i : tie.rows) of_row_[i].push_back(all_.size());
    all_.push_back({std::move(tie), std::move(one), weight, std::move(log_densities)});
  }
}

Values PlacedAtTies::gains(const Groups& groups) const {
  Values gains;
  for (const Placed& placed : all_) {
    const double log_odds = std::log(placed.weight) - std::log1p(-placed.weight);
    double gain = groups.observations() * std::log1p(-placed.weight);
    for (std::size_t at = 0; at < placed.tie.rows.size(); ++at) {
      const std::size_t i = placed.tie.rows[at];
      const double more = log_odds + placed.log_densities[at] - groups.log_density(i);
      gain += groups.view().weight(i) * (more > kLarge ? more : std::log1p(std::exp(more)));
    }
    gains.push_back(gain);
  }
  return gains;
}

std::vector<const Tie*> PlacedAtTies::within(const Groups& groups, const Group& group) const {
  Values masses(all_.size());
  double sum = 0;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    const double mass = groups.mass(group, at);
    sum += mass;
    for (const std::size_t p : of_row_[group.rows[at]]) masses[p] += mass;
  }
  std::vector<std::pair<double, const Tie*>> heavy;
  for (std::size_t p = 0; p < all_.size(); ++p) {
    if (masses[p] >= least_ && masses[p] < kNearlyAll * sum) heavy.emplace_back(masses[p], &all_[p].tie);
  }
  std::stable_sort(heavy.begin(), heavy.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  heavy.resize(std::min(heavy.size(), kMostTies));
  std::vector<const Tie*> ties;
  for (const auto& [mass, tie] : heavy) ties.push_back(tie);
  return ties;
}

Mixture parted(const Groups& groups, const LocalEm& em, const Group& group, const Few& X, const Mixture& one,
               const Tie& tie) {
  std::vector<bool> marked;
  double mass = 0;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    marked.push_back(groups.view().at(group.rows[at], tie.column) == tie.value);
    if (marked.back()) mass += groups.mass(group, at);
  }
  const double share = std::clamp(mass / X.observations(), 0.0, 1.0);
  Values twice = one.means;
  twice.insert(twice.end(), one.means.begin(), one.means.end());
  Mixture parts = copies_at(one, std::move(twice), {1 - share, share}, {1, 1});
  replace(parts, 1, em.of_marked(X, marked, one), 0, share);
  marked.flip();
  replace(parts, 0, em.of_marked(X, marked, one), 0, 1 - share);
  return parts;
}

}  // namespace mixseed
