#include "select/cross_family.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "mixseed/optimum.h"
#include "refine/aitken.h"
#include "refine/tolerances.h"
#include "select/cell.h"

namespace mixseed {
namespace {

constexpr int kRoundsFromModel = 6, kRoundsFromShortRun = 10;  // of EM, before an attempt is judged
constexpr double kSlowest = 0.95;   // largest ratio of successive gains that a projection assumes
constexpr double kNearMeans = 0.1;  // standard deviations between the means of one optimum in two families
constexpr double kLowest = -std::numeric_limits<double>::infinity();

int rounds_of(const Task& task) { return task.pipeline.refiners.back().parameters.integer("rounds"); }

// The limit of the objective, if its gains go on shrinking by their last ratio.
double projected_end(const Trace& trace) {
  const std::size_t n = trace.size();
  if (n < 3) return trace.back().objective;
  const double last = trace[n - 1].objective - trace[n - 2].objective;
  const double before = trace[n - 2].objective - trace[n - 3].objective;
  return trace.back().objective + gain_to_come(std::max(0.0, last), ratio_of_gains(last, before, 0.0, kSlowest));
}

// The objective from which on an attempt is another, better optimum of the task.
double least_end(const Task& task) {
  return is_sound(task) ? best_attempt(task).story.penalised_log_likelihood + kBetterInGrid : kLowest;
}

struct ShortRun {
  Mixture reached;
  bool sound;
  double projected;
};

// A few rounds of EM from every start: up to `most` that are projected to improve on the task, the best first.
std::vector<ShortRun> best_short_runs(Restarts& restarts, const Task& task, std::span<const State> starts,
                                      std::size_t most) {
  Task tried{task.components, task.pipeline, {}, {}, {}};
  tried.pipeline = task.pipeline.with(EmOptions{.rounds = std::min(kRoundsFromModel, rounds_of(task))});
  restarts.add_attempts(tried, starts);
  std::vector<ShortRun> runs;
  for (std::size_t i = 0; i < tried.attempts.size(); ++i) {
    if (tried.failures[i]) continue;
    Attempt& attempt = tried.attempts[i];
    const double projected = projected_end(attempt.trace);
    if (projected < least_end(task)) continue;
    runs.push_back({std::move(attempt.model), attempt.story.collapsed == 0, projected});
  }
  std::stable_sort(runs.begin(), runs.end(), [](const ShortRun& a, const ShortRun& b) {
    return ranks_above({a.sound, a.projected}, {b.sound, b.projected});
  });
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
bool may_help(const Cell& other, const Cell& cell) {
  if (!has_model(*other.task)) return false;
  if (!is_sound(*cell.task)) return true;
  const Attempt &best = best_attempt(*cell.task), &others = best_attempt(*other.task);
  const bool less = others.story.final_log_likelihood < best.story.final_log_likelihood;
  return !(less && is_within(*cell.info, *other.info)) && !same_optimum(others.model, best.model);
}

std::size_t letters_apart(const Family& a, const Family& b) {
  const std::string_view left = a.letters, right = b.letters;
  return static_cast<std::size_t>(
      std::inner_product(left.begin(), left.end(), right.begin(), 0, std::plus<>(), std::not_equal_to<>()));
}

std::vector<State> neighbouring_models(const std::vector<Cell>& cells, const Cell& cell) {
  std::vector<State> models;
  for (const Cell& other : cells) {
    const bool as_many = other.task->components == cell.task->components;
    if (!as_many || letters_apart(*cell.family, *other.family) != 1 || !may_help(other, cell)) continue;
    models.emplace_back(best_attempt(*other.task).model);
  }
  return models;
}

// Attempts from those starts that a few rounds of EM project to end above the task's best attempt.
void add_best_starts(Restarts& restarts, Task& task, std::span<const State> starts, std::size_t most,
                     Continuation continuation) {
  std::vector<ShortRun> runs = best_short_runs(restarts, task, starts, most);
  if (continuation == Continuation::all) {
    std::vector<State> reached;
    for (ShortRun& run : runs) reached.push_back(std::move(run.reached));
    restarts.add_attempts(task, reached);
  } else {
    for (ShortRun& run : runs) {
      if (run.projected < least_end(task)) continue;
      const State start = std::move(run.reached);
      restarts.add_attempts(task, {&start, 1});
    }
  }
  drop_extra_attempts(task, restarts.asked());
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
    return !(was_sound && attempt.story.collapsed > 0) && projected_end(attempt.trace) >= least[i];
  });
}

void cross_family_restarts(Restarts& restarts, std::vector<Task>& tasks, std::size_t most, Continuation continuation) {
  const std::vector<Cell> cells = cells_of(tasks);
  for (const Cell& cell : cells) {
    add_best_starts(restarts, *cell.task, neighbouring_models(cells, cell), most, continuation);
  }
}

void restarts_from(Restarts& restarts, std::vector<Task>& tasks, std::span<const State> starts,
                   Continuation continuation) {
  if (starts.empty()) return;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    add_best_starts(restarts, tasks[i], starts.subspan(i % starts.size(), 1), 1, continuation);
  }
}

}  // namespace mixseed
