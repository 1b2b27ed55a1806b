// Components for rows that have a value in common: among all rows, and among those of one component.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/components.h"
#include "refine/swaps.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kLeastOfColumn = 4;  // of the heaviest values, or as many as there are components for them
constexpr std::size_t kMostTies = 2;       // that a split is tried at
constexpr double kNearlyAll = 0.95;        // of the rows; they need no component of their own
constexpr double kLarge = 50;              // log(1 + exp(x)) is x from here on

}  // namespace

void Swaps::place_at_ties(const Swaps* before) {
  if (before) placed_ = before->placed_;
  const Layout layout = layout_of(theta_.covariance);
  // Only then one component can be flat and another not.
  const bool own_shapes = !layout.shared && layout.shape != Layout::Shape::spherical;
  if (!placed_) {
    InCommon found;
    found.of_row.resize(S_.view().rows());
    const double n = S_.rows().observations(), least = em_.floor().least_of_real();
    const std::size_t most = std::max(kLeastOfColumn, theta_.size());
    for (Tie& tie : own_shapes ? ties_of(S_.view(), least, most) : std::vector<Tie>()) {
      const Group all{tie.rows, Values(tie.rows.size(), 1.0)};
      const Few X = few(all, true);
      const double weight = X.observations() / n;
      if (weight > kNearlyAll) continue;
      Mixture one = run(X, component(theta_, 0), 1);
      Values log_densities = X.log_densities(one);
      for (const std::size_t i : tie.rows) found.of_row[i].push_back(found.list.size());
      found.list.push_back({std::move(tie), std::move(one), weight, std::move(log_densities)});
    }
    placed_ = std::make_shared<const InCommon>(std::move(found));
  }
  for (const Placed& placed : placed_->list) {
    const double log_odds = std::log(placed.weight) - std::log1p(-placed.weight);
    double gain = S_.rows().observations() * std::log1p(-placed.weight);
    for (std::size_t at = 0; at < placed.tie.rows.size(); ++at) {
      const std::size_t i = placed.tie.rows[at];
      const double more = log_odds + placed.log_densities[at] - who_.log_densities[i];
      gain += S_.view().weight(i) * (more > kLarge ? more : std::log1p(std::exp(more)));
    }
    gains_of_placed_.push_back(gain);
  }
}

// The heaviest values that many of the group have in common, but not nearly all: those would be a flat component
// already.
std::vector<const Tie*> Swaps::ties_in(const Group& group) const {
  const std::vector<Placed>& placed = placed_->list;
  Values masses(placed.size());
  double all = 0;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    const double mass = mass_of(group, at);
    all += mass;
    for (const std::size_t p : placed_->of_row[group.rows[at]]) masses[p] += mass;
  }
  std::vector<std::pair<double, const Tie*>> heavy;
  for (std::size_t p = 0; p < placed.size(); ++p) {
    const bool many = masses[p] >= em_.floor().least_of_real(), nearly_all = masses[p] >= kNearlyAll * all;
    if (many && !nearly_all) heavy.emplace_back(masses[p], &placed[p].tie);
  }
  std::stable_sort(heavy.begin(), heavy.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  heavy.resize(std::min(heavy.size(), kMostTies));
  std::vector<const Tie*> ties;
  for (const auto& [mass, tie] : heavy) ties.push_back(tie);
  return ties;
}

Mixture Swaps::estimated(const Few& X, const std::vector<bool>& marked, const Mixture& before) const {
  Values weights(X.size());
  for (std::size_t at = 0; at < X.size(); ++at) weights[at] = marked[at] ? X.weight(at) : 0;
  Mixture one = maximised(X.expect(before, em_.family().second, weights), before);
  if (layout_of(before.covariance).shared) one.covariances = before.covariances;
  return one;
}

// Those that have the value, and the others.
Mixture Swaps::parted(const Group& group, const Few& X, const Mixture& one, const Tie& tie) const {
  std::vector<bool> marked;
  double mass = 0;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    marked.push_back(has(group.rows[at], tie));
    if (marked.back()) mass += mass_of(group, at);
  }
  const double share = std::clamp(mass / X.observations(), 0.0, 1.0);
  Values twice = one.means;
  twice.insert(twice.end(), one.means.begin(), one.means.end());
  Mixture parts = copies_at(one, std::move(twice), {1 - share, share}, {1, 1});
  replace(parts, 1, estimated(X, marked, one), 0, share);
  marked.flip();
  replace(parts, 0, estimated(X, marked, one), 0, 1 - share);
  return parts;
}

}  // namespace mixseed
