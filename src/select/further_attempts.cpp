#include "select/further_attempts.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "mixseed/optimum.h"
#include "model/criteria.h"
#include "refine/aitken.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

constexpr int kRoundsFromModel = 6, kRoundsFromShortRun = 10;  // of EM, before an attempt is judged
constexpr double kSlowest = 0.95;   // largest ratio of successive gains that a projection assumes
constexpr double kNearMeans = 0.1;  // standard deviations between the means of one optimum in two families
constexpr double kLowest = -std::numeric_limits<double>::infinity();

// The limit of the objective, if its gains go on shrinking by their last ratio.
double projected_end(const Trace& trace) {
  const std::size_t n = trace.size();
  if (n < 3) return trace.back().objective;
  const double last = trace[n - 1].objective - trace[n - 2].objective;
  const double before = trace[n - 2].objective - trace[n - 3].objective;
  return trace.back().objective + extrapolated_gain(std::max(0.0, last), ratio_of_gains(last, before, 0.0, kSlowest));
}

// The objective from which on an attempt is another, better optimum of the task.
double least_end(const Task& task) {
  return is_sound(task) ? best_attempt(task).restart.penalised_log_likelihood + kBetterInGrid : kLowest;
}

// A few rounds of EM from every start: up to `most` that are projected to improve on the task, the best first.
std::vector<Attempt> best_short_runs(Restarts& restarts, const Task& task, std::span<const State> starts,
                                     std::size_t most) {
  const int rounds = task.pipeline.refiners.back().parameters.integer("rounds");
  Task tried{task.components, task.pipeline.with(EmOptions{.rounds = std::min(kRoundsFromModel, rounds)})};
  restarts.add_attempts(tried, starts);
  std::vector<Attempt> runs;
  for (std::size_t i = 0; i < tried.attempts.size(); ++i) {
    if (tried.failures[i] || projected_end(tried.attempts[i].trace) < least_end(task)) continue;
    runs.push_back(std::move(tried.attempts[i]));
  }
  const auto rank = [](const Attempt& run) { return Rank{run.restart.collapsed == 0, projected_end(run.trace)}; };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const Attempt& a, const Attempt& b) { return ranks_above(rank(a), rank(b)); });
  runs.resize(std::min(most, runs.size()));
  return runs;
}

// Whether the means of corresponding components are so near to each other that both models are one optimum.
bool same_optimum(const Mixture& a, const Mixture& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::vector<double> covariance = b.covariance_of(k);
    for (std::size_t j = 0; j < a.dim; ++j) {
      const double gap = a.mean(k)[j] - b.mean(k)[j];
      if (gap * gap > kNearMeans * kNearMeans * covariance[j * a.dim + j]) return false;
    }
  }
  return true;
}

// Whether a cell can gain from another one's model: not if both are one optimum, nor if the other family is wider and
// has still found less.
bool may_help(const Task& other, const Task& cell) {
  if (!has_model(other)) return false;
  if (!is_sound(cell)) return true;
  const Attempt &best = best_attempt(cell), &others = best_attempt(other);
  const bool less = others.restart.final_log_likelihood < best.restart.final_log_likelihood;
  return !(less && is_within(cell, other)) && !same_optimum(others.model, best.model);
}

// A family without letters has no neighbours.
std::size_t letters_apart(const Task& a, const Task& b) {
  const std::string_view left = family_of(a).letters, right = family_of(b).letters;
  if (left.size() != right.size()) return 0;
  return static_cast<std::size_t>(
      std::inner_product(left.begin(), left.end(), right.begin(), 0, std::plus<>(), std::not_equal_to<>()));
}

std::vector<State> neighbouring_models(const std::vector<Task>& cells, const Task& cell) {
  std::vector<State> models;
  for (const Task& other : cells) {
    if (other.components != cell.components || letters_apart(cell, other) != 1 || !may_help(other, cell)) continue;
    models.emplace_back(best_attempt(other).model);
  }
  return models;
}

// Attempts from those starts that a few rounds of EM project to end above the task's best attempt.
void add_best_starts(Restarts& restarts, Task& task, std::span<const State> starts, std::size_t most,
                     Continuation continuation) {
  std::vector<State> reached;
  for (Attempt& run : best_short_runs(restarts, task, starts, most)) {
    const bool one_by_one = continuation == Continuation::promising;
    if (one_by_one && projected_end(run.trace) < least_end(task)) continue;
    reached.emplace_back(std::move(run.model));
    if (one_by_one) restarts.add_attempts(task, {&reached.back(), 1});
  }
  if (continuation == Continuation::all) restarts.add_attempts(task, reached);
  drop_extra_attempts(task, restarts.asked());
}

// Four finalists with three searches made the choice the same for no more seeds, in 1.3 times the time
// (docs/families.md).
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

void add_short_runs(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                    Continuation continuation) {
  std::vector<double> least;  // before any attempt is added
  for (const Task& task : tasks) least.push_back(least_end(task));
  const bool all = continuation == Continuation::all;
  const int rounds = all ? std::numeric_limits<int>::max() : kRoundsFromShortRun;
  restarts.add_short_runs(tasks, pipelines, rounds, [&](std::size_t i, const Attempt& attempt) {
    const bool was_sound = least[i] > kLowest;
    return !(was_sound && attempt.restart.collapsed > 0) && projected_end(attempt.trace) >= least[i];
  });
}

void cross_family_restarts(Restarts& restarts, std::vector<Task>& tasks, std::size_t most, Continuation continuation) {
  for (Task& task : tasks) {
    add_best_starts(restarts, task, neighbouring_models(tasks, task), most, continuation);
  }
}

void restarts_from(Restarts& restarts, std::vector<Task>& tasks, std::span<const State> starts,
                   Continuation continuation) {
  if (starts.empty()) return;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    add_best_starts(restarts, tasks[i], starts.subspan(i % starts.size(), 1), 1, continuation);
  }
}

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
