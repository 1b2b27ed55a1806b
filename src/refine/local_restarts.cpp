#include "refine/local_restarts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/collapsed.h"
#include "model/components.h"
#include "refine/regions.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;
using Places = std::vector<std::size_t>;

constexpr std::size_t kTogether = 3;  // neighbours that begin anew
constexpr int kStarts = 2;            // of either kind
constexpr int kRoundsOfAll = 6, kRoundsOfKept = 12;
constexpr double kKept = 0.3;  // of all starts, for the further rounds

// Rows that are far from each other, in units of the component, which then stands at each of them. As k-means++ draws.
Mixture spread_out(const Subsample& X, const Values& shares, Mixture one, std::size_t count, Rng& rng) {
  Mixture parts{one.covariance, one.dim, {}, {}, {}};
  Values masses = shares, distances;
  while (parts.size() < count) {
    one.means = X.draw(rng, masses);
    append(parts, one);
    const Values from_here = X.squared_distances(one);
    if (distances.empty()) distances = from_here;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      distances[i] = std::min(distances[i], from_here[i]);
      masses[i] = shares[i] * distances[i];
    }
  }
  return parts;
}

// Every component with those that it shares most rows with; the same ones only once.
std::vector<Region> neighbourhoods(const Groups& groups) {
  std::vector<Places> seen;
  std::vector<Region> regions;
  for (std::size_t k = 0; k < groups.theta().size(); ++k) {
    Places own = groups.nearest_to(k, kTogether - 1);
    own.push_back(k);
    std::sort(own.begin(), own.end());
    if (own.size() < 2 || std::find(seen.begin(), seen.end(), own) != seen.end()) continue;
    seen.push_back(own);
    if (auto region = region_of(groups, std::move(own))) regions.push_back(std::move(*region));
  }
  return regions;
}

// All at rows far from each other, with the covariance that they have on average; or one of them, small, at any row.
std::vector<Mixture> starts_in(const Region& region, const Mixture& theta, const Floor& floor, Rng& rng) {
  Mixture now{theta.covariance, theta.dim, {}, {}, {}};
  for (const std::size_t k : region.components) append(now, parts_of(theta, k, 1));
  const std::size_t count = now.size(), length = now.covariances.size() / count;
  Mixture average = component(now, 0);
  std::fill(average.covariances.begin(), average.covariances.end(), 0.0);
  for (std::size_t at = 0; at < now.covariances.size(); ++at) {
    average.covariances[at % length] += now.weights[at / length] / region.weight * now.covariances[at];
  }
  std::vector<Mixture> starts;
  for (int start = 0; start < kStarts; ++start) {
    starts.push_back(spread_out(region.X, region.shares, average, count, rng));
    const std::size_t moved = rng.below(count);
    const Mixture small = copies_at(average, region.X.draw(rng, region.shares), {1.0}, {0.25});
    replace(starts.emplace_back(now), moved, small, 0, region.weight / static_cast<double>(count));
  }
  for (Mixture& start : starts) floor.raise(start);
  return starts;
}

}  // namespace

std::vector<LocalRestart> local_restarts(const Groups& groups, const LocalEm& em, Rng& rng) {
  const Floor& floor = em.step().floor();
  const std::vector<Region> regions = neighbourhoods(groups);
  std::vector<Local> locals;
  std::vector<const Region*> of;
  for (const Region& region : regions) {
    for (Mixture& start : starts_in(region, groups.theta(), floor, rng)) {
      locals.push_back(local_in(region, std::move(start)));
      of.push_back(&region);
    }
  }
  em.run(locals, kRoundsOfAll, true);
  std::vector<std::size_t> order(locals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto gain = [&](std::size_t at) { return locals[at].likelihood - of[at]->log_likelihood; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gain(a) > gain(b); });
  order.resize(static_cast<std::size_t>(kKept * static_cast<double>(order.size())));
  std::vector<Local> chosen;
  for (const std::size_t at : order) chosen.push_back(std::move(locals[at]));
  em.run(chosen, kRoundsOfKept);
  std::vector<LocalRestart> found;
  const double n = groups.observations();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Region& region = *of[order[i]];
    const double more = (chosen[i].likelihood - region.log_likelihood) / n;
    if (!(more > kWorthTrying) || count_collapsed(floor, chosen[i].parts, n) > 0) continue;
    found.push_back({more, with(groups.theta(), region, chosen[i].parts)});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.gain > b.gain; });
  return found;
}

}  // namespace mixseed
