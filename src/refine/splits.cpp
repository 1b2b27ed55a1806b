#include "refine/splits.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kFirstRounds = 2, kFurtherRounds = 3;

// Two halves side by side; a new component at a distant row; both at random rows; a narrow one inside a wide one.
std::vector<Mixture> starts_of(const SplitTask& task, const Floor& floor, Rng& rng) {
  const auto& [one, weight, group, X] = task;
  const auto both = [](Values a, const Values& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const Values distant = X.draw(rng, X.squared_distances(one)), first = X.draw(rng), second = X.draw(rng);
  std::vector<Mixture> starts{halves(one), copies_at(one, both(one.means, distant), {0.75, 0.25}, {1, 0.25}),
                              copies_at(one, both(first, second), {0.5, 0.5}, {0.5, 0.5}),
                              copies_at(one, both(one.means, one.means), {0.5, 0.5}, {1.75, 0.25})};
  for (Mixture& start : starts) floor.raise(start);
  return starts;
}

}  // namespace

std::optional<SplitTask> split_task(const Groups& groups, const Group& group, Mixture one, double weight) {
  if (group.rows.size() < 2 * LocalEm::least_rows(one.dim)) return {};
  return SplitTask{std::move(one), weight, group, groups.rows_of(group, true)};
}

std::vector<Split> best_splits(const Groups& groups, const LocalEm& em, std::span<const SplitTask> tasks, Rng& rng) {
  std::vector<LocalFit> fits;
  for (const SplitTask& task : tasks) {
    for (Mixture& start : starts_of(task, em.step().floor(), rng)) {
      fits.push_back({{&task.X, 2}, std::move(start)});
    }
  }
  em.run(fits, kFirstRounds, true);
  const std::size_t starts = tasks.empty() ? 0 : fits.size() / tasks.size();
  std::vector<Split> best(tasks.size());
  const auto keep_if_sound = [&](std::size_t at, Mixture parts) {
    const SplitTask& own = tasks[at];
    if (!em.is_sound(parts, own.X.observations())) return false;
    const double gain = groups.gain(own.group, own.X.log_densities(parts), own.weight);
    if (gain > best[at].gain) best[at] = {gain, std::move(parts)};
    return true;
  };
  std::vector<std::size_t> waiting(tasks.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  for (std::size_t at : waiting) {
    const auto own = fits.begin() + static_cast<std::ptrdiff_t>(at * starts);
    std::stable_sort(own, own + static_cast<std::ptrdiff_t>(starts),
                     [](const LocalFit& a, const LocalFit& b) { return a.log_likelihood > b.log_likelihood; });
  }
  for (std::size_t rank = 0; rank < starts && !waiting.empty(); ++rank) {
    std::vector<LocalFit> chosen;
    for (const std::size_t at : waiting) chosen.push_back(std::move(fits[at * starts + rank]));
    em.run(chosen, kFurtherRounds);
    std::vector<std::size_t> unsound;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (!keep_if_sound(waiting[i], std::move(chosen[i].parts))) unsound.push_back(waiting[i]);
    }
    waiting = std::move(unsound);
  }
  return best;
}

}  // namespace mixseed
