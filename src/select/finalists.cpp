#include "select/finalists.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "fit/result.h"
#include "mixseed/optimum.h"
#include "model/criteria.h"
#include "select/cell.h"
#include "select/cross_family.h"

namespace mixseed {
namespace {

// Four finalists with three searches made the choice the same for no more seeds, in 1.3 times the time (docs/families.md).
constexpr std::size_t kFinalists = 3, kSearches = 2;

Rank rank_of(const Restarts& restarts, const Task& task, Criterion criterion) {
  if (!has_model(task)) return {false, -std::numeric_limits<double>::infinity()};
  const Attempt& best = best_attempt(task);
  const Criteria criteria =
      criteria_of(best.model, best.log_likelihood, best.certainty, restarts.rows().observations());
  return {is_sound(task), -value_of(criteria, criterion)};
}

// The numbers of the best tasks.
std::vector<std::size_t> leading(const Restarts& restarts, const std::vector<Task>& tasks, Criterion criterion) {
  std::vector<Rank> ranks;
  for (const Task& task : tasks) ranks.push_back(rank_of(restarts, task, criterion));
  std::vector<std::size_t> numbers(tasks.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::size_t a, std::size_t b) { return ranks_above(ranks[a], ranks[b]); });
  numbers.resize(std::min(kFinalists, numbers.size()));
  return numbers;
}

}  // namespace

// A search can bring another cell among the best, so every round ranks the cells again.
void search_finalists(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                      Criterion criterion) {
  std::vector<std::size_t> searches(tasks.size(), 0);
  for (std::size_t round = 0; round < 2 * kSearches; ++round) {
    std::vector<Pipeline> next(tasks.size());
    bool any = false;
    for (const std::size_t i : leading(restarts, tasks, criterion)) {
      if (!pipelines[i].short_runs || searches[i] == kSearches) continue;
      next[i] = pipelines[i];
      ++searches[i];
      any = true;
    }
    if (!any) return;
    add_short_runs(restarts, tasks, next, Continuation::promising);
  }
}

}  // namespace mixseed
