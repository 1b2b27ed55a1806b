#include "refine/splits.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kFirstRounds = 2, kFurtherRounds = 3;

// Two components instead of one: side by side, with a row far away, at two rows, and a narrow one inside a wide one.
std::vector<Mixture> starts_of(const Parting& parting, const Floor& floor, Rng& rng) {
  const auto& [one, weight, group, X] = parting;
  const auto both = [](Values a, const Values& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const Values far = X.draw(rng, X.squared_distances(one)), some = X.draw(rng), other = X.draw(rng);
  std::vector<Mixture> starts{halves(one), copies_at(one, both(one.means, far), {0.75, 0.25}, {1, 0.25}),
                              copies_at(one, both(some, other), {0.5, 0.5}, {0.5, 0.5}),
                              copies_at(one, both(one.means, one.means), {0.5, 0.5}, {1.75, 0.25})};
  for (Mixture& start : starts) floor.raise(start);
  return starts;
}

}  // namespace

std::optional<Parting> parting(const Groups& groups, const Group& group, Mixture one, double weight) {
  if (group.rows.size() < 2 * LocalEm::least_rows(one.dim)) return {};
  return Parting{std::move(one), weight, group, groups.few(group, true)};
}

// The best of some short EMs with two components on the rows of one, of which the likeliest goes on.
std::vector<Split> best_splits(const Groups& groups, const LocalEm& em, std::span<const Parting> partings, Rng& rng) {
  std::vector<Local> locals;
  for (const Parting& parting : partings) {
    for (Mixture& start : starts_of(parting, em.step().floor(), rng)) {
      locals.push_back({{&parting.X, 2}, std::move(start)});
    }
  }
  em.run(locals, kFirstRounds, true);
  const std::size_t starts = partings.empty() ? 0 : locals.size() / partings.size();
  std::vector<Split> best(partings.size());
  const auto weigh = [&](std::size_t at, Mixture parts) {
    const Parting& own = partings[at];
    if (!em.is_sound(parts, own.X.observations())) return false;
    const double gain = groups.gained(own.group, own.X.log_densities(parts), own.weight);
    if (gain > best[at].gain) best[at] = {gain, std::move(parts)};
    return true;
  };
  std::vector<std::size_t> waiting(partings.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  for (std::size_t at : waiting) {
    const auto own = locals.begin() + static_cast<std::ptrdiff_t>(at * starts);
    std::stable_sort(own, own + static_cast<std::ptrdiff_t>(starts),
                     [](const Local& a, const Local& b) { return a.likelihood > b.likelihood; });
  }
  for (std::size_t rank = 0; rank < starts && !waiting.empty(); ++rank) {
    std::vector<Local> chosen;
    for (const std::size_t at : waiting) chosen.push_back(std::move(locals[at * starts + rank]));
    em.run(chosen, kFurtherRounds);
    std::vector<std::size_t> unsound;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (!weigh(waiting[i], std::move(chosen[i].parts))) unsound.push_back(waiting[i]);
    }
    waiting = std::move(unsound);
  }
  return best;
}

}  // namespace mixseed
