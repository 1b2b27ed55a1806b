#include "refine/local_restarts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "mixseed/precision.h"
#include "model/collapsed.h"
#include "model/components.h"
#include "refine/regions.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;
using Indices = std::vector<std::size_t>;

constexpr std::size_t kComponents = 3;  // components that start again
constexpr int kStarts = 2;              // of each of two kinds
constexpr int kRoundsOfAll = 6, kRoundsOfKept = 12;
constexpr double kFractionKept = 0.3;  // fraction of the starts that get further rounds

// Copies of the component at rows drawn as by k-means++, in its Mahalanobis distance.
Mixture spread_out(const FloatRows& X, const Values& responsibilities, Mixture one, std::size_t count, Rng& rng) {
  Mixture parts{one.covariance, one.dim, {}, {}, {}};
  Values masses = responsibilities, distances;
  while (parts.size() < count) {
    one.means = X.draw(rng, masses);
    append(parts, one);
    const Values next = X.squared_distances(one);
    if (distances.empty()) distances = next;
    for (std::size_t i = 0; i < responsibilities.size(); ++i) {
      distances[i] = std::min(distances[i], next[i]);
      masses[i] = responsibilities[i] * distances[i];
    }
  }
  return parts;
}

// Every component with its nearest neighbours; each set only once.
std::vector<Region> neighbourhoods(const Groups& groups) {
  std::vector<Indices> seen;
  std::vector<Region> regions;
  for (std::size_t k = 0; k < groups.theta().size(); ++k) {
    Indices own = groups.neighbours(k, kComponents - 1);
    own.push_back(k);
    std::sort(own.begin(), own.end());
    if (own.size() < 2 || std::find(seen.begin(), seen.end(), own) != seen.end()) continue;
    seen.push_back(own);
    if (auto region = region_of(groups, std::move(own))) regions.push_back(std::move(*region));
  }
  return regions;
}

// Two kinds of starts: all components spread out with their average covariance, or one small one at a random row.
std::vector<Mixture> starts_in(const Region& region, const Mixture& theta, const Floor& floor, Rng& rng) {
  Mixture now{theta.covariance, theta.dim, {}, {}, {}};
  for (const std::size_t k : region.components) append(now, parts_of(theta, k, 1));
  const Mixture plain = with_plain_covariances(now);
  const std::size_t count = now.size(), length = plain.covariances.size() / count;
  Mixture average = component(plain, 0);
  std::fill(average.covariances.begin(), average.covariances.end(), 0.0);
  for (std::size_t at = 0; at < plain.covariances.size(); ++at) {
    average.covariances[at % length] += plain.weights[at / length] / region.weight * plain.covariances[at];
  }
  average = with_covariance(average, now.covariance);
  std::vector<Mixture> starts;
  for (int start = 0; start < kStarts; ++start) {
    starts.push_back(spread_out(region.X, region.responsibilities, average, count, rng));
    const std::size_t moved = rng.below(count);
    const Mixture small = copies_at(average, region.X.draw(rng, region.responsibilities), {1.0}, {0.25});
    replace(starts.emplace_back(now), moved, small, 0, region.weight / static_cast<double>(count));
  }
  for (Mixture& start : starts) floor.raise(start);
  return starts;
}

}  // namespace

std::vector<LocalRestart> local_restarts(const Groups& groups, const LocalEm& em, Rng& rng) {
  const Floor& floor = em.step().floor();
  const std::vector<Region> regions = neighbourhoods(groups);
  std::vector<LocalFit> fits;
  std::vector<const Region*> region_of_fit;
  for (const Region& region : regions) {
    for (Mixture& start : starts_in(region, groups.theta(), floor, rng)) {
      fits.push_back(local_fit(region, std::move(start)));
      region_of_fit.push_back(&region);
    }
  }
  em.run(fits, kRoundsOfAll, true);
  std::vector<std::size_t> order(fits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto gain = [&](std::size_t at) { return fits[at].log_likelihood - region_of_fit[at]->log_likelihood; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gain(a) > gain(b); });
  order.resize(static_cast<std::size_t>(kFractionKept * static_cast<double>(order.size())));
  std::vector<LocalFit> chosen;
  for (const std::size_t at : order) chosen.push_back(std::move(fits[at]));
  em.run(chosen, kRoundsOfKept);
  std::vector<LocalRestart> found;
  const double n = groups.observations();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Region& region = *region_of_fit[order[i]];
    const double gain_per_row = (chosen[i].log_likelihood - region.log_likelihood) / n;
    if (!(gain_per_row > kWorthTrying) || count_collapsed(floor, chosen[i].parts, n) > 0) continue;
    found.push_back({gain_per_row, replace_region(groups.theta(), region, chosen[i].parts)});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.gain > b.gain; });
  return found;
}

}  // namespace mixseed
