#include "fit/monotone.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "fit/stages.h"
#include "mixseed/family.h"
#include "mixseed/precision.h"
#include "model/main_axis.h"
#include "model/prior.h"
#include "refine/aitken.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostSplits = 4;  // of the heaviest components
constexpr int kTryRounds = 6;           // of EM, from another family's model
constexpr int kFirstRounds = 10;        // of EM, from a rehearsal
constexpr double kSlowest = 0.95;       // by which the gains of EM are taken to shrink at most
constexpr double kNear = 0.1;           // deviations of a component between two means of one optimum

// A task and its family, which takes a while to look up.
struct Cell {
  Task* task;
  const Family* family;
  const FamilyInfo* info;
};

std::vector<Cell> cells_of(std::vector<Task>& tasks) {
  std::vector<Cell> cells;
  for (Task& task : tasks) {
    const Stage& em = task.pipeline.refiners.back();
    const Family* family = refiner_of(em).estimation(em.parameters).family;
    cells.push_back({&task, family, &covariance_family(family->name)});
  }
  return cells;
}

int rounds_of(const Task& task) { return task.pipeline.refiners.back().parameters.integer("rounds"); }

const Attempt& winner_of(const Task& task) { return task.attempts[best_of(task)]; }
bool stands(const Task& task) { return has_model(task) && winner_of(task).story.collapsed == 0; }

// The same mixture, as one of a family that its own lies within.
Mixture as_one_of(const Mixture& model, const Family& family) {
  Mixture wider = with_covariance(model, family.covariance);
  wider.family = family.constrained() ? family.name : "";
  return wider;
}

// Component k twice, with half the weight each, and `apart` of its deviation along its main axis between them.
Mixture with_split(const Mixture& model, std::size_t k, double apart, const DataSummary& summary) {
  Mixture more = model;
  const std::size_t length = layout_of(model.covariance).numbers(model.dim);
  const std::vector<double> axis = main_axis(model, k, summary);
  more.weights[k] /= 2;
  more.weights.push_back(more.weights[k]);
  for (std::size_t j = 0; j < model.dim; ++j) {
    more.means[k * model.dim + j] -= apart / 2 * axis[j];
    more.means.push_back(model.mean(k)[j] + apart / 2 * axis[j]);
  }
  if (layout_of(model.covariance).shared) return more;
  for (std::size_t i = 0; i < length; ++i) more.covariances.push_back(model.covariances[k * length + i]);
  return more;
}

// Starts of a cell that are as likely as the model of a smaller one, or near to it; the last one is as likely.
std::vector<State> starts_from(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  const Mixture model = as_one_of(winner_of(smaller).model, *cell.family);
  if (model.size() == cell.task->components) return {model};
  return splits_of(model, cell.task->components, restarts.rows().summary());
}

// What the model of a smaller task is worth to a cell: its likelihood, with the prior of the cell.
double worth(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  const Attempt& winner = winner_of(smaller);
  const Stage& em = cell.task->pipeline.refiners.back();
  const Prior prior(restarts.rows().summary(), refiner_of(em).estimation(em.parameters).prior, cell.task->components);
  if (prior.nothing()) return winner.story.final_log_likelihood;
  const State as_likely = starts_from(restarts, cell, smaller).back();
  const double more = prior.log_likelihood(std::get<Mixture>(as_likely));
  return winner.story.final_log_likelihood + more / restarts.rows().observations();
}

// Whether the model of `smaller` says that the cell has missed something.
bool is_behind(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  if (!stands(smaller)) return false;
  if (!stands(*cell.task)) return true;
  const double wanted = worth(restarts, cell, smaller);
  return winner_of(*cell.task).story.penalised_log_likelihood < wanted - kSameUpToRounding * (1 + std::abs(wanted));
}

// Where EM leads from the smaller model; and where it collapses on the way, that model itself as one of the cell.
void mend(Restarts& restarts, const Cell& cell, const Task& smaller) {
  Task& task = *cell.task;
  const std::vector<State> starts = starts_from(restarts, cell, smaller);
  restarts.try_more(task, starts);
  const Stage& em = task.pipeline.refiners.back();
  if (refiner_of(em).estimation(em.parameters).rules == Rules::paper || !is_behind(restarts, cell, smaller)) return;
  Pipeline asked = task.pipeline;
  task.pipeline.refiners.back().parameters.set("rounds", "0");
  restarts.try_more(task, {&starts.back(), 1});
  task.pipeline = std::move(asked);
  // Its density is that of a model that stands, however few rows each of its copies of a component has.
  task.attempts.back().story.collapsed = 0;
}

// Of the attempts beyond those that were asked for only the one that is kept is told of.
void forget_in_vain(Task& task, std::size_t asked) {
  const std::size_t best = best_of(task);
  if (best >= asked) {
    std::swap(task.attempts[asked], task.attempts[best]);
    std::swap(task.failures[asked], task.failures[best]);
  }
  const std::size_t kept = asked + (best >= asked);
  task.attempts.resize(kept);
  task.failures.resize(kept);
}

// By the number of components, and then so that no family comes before one that lies within it.
std::vector<Cell> in_order(std::vector<Task>& tasks) {
  std::vector<Cell> cells = cells_of(tasks);
  const auto size = [](const Cell& cell) { return cell.family->parameters(3, 6); };
  std::stable_sort(cells.begin(), cells.end(), [&](const Cell& a, const Cell& b) {
    return std::pair(a.task->components, size(a)) < std::pair(b.task->components, size(b));
  });
  return cells;
}

bool is_comparable(const Cell& smaller, const Cell& cell) {
  const bool as_many = smaller.task->components == cell.task->components;
  return as_many ? is_within(*smaller.info, *cell.info) : smaller.family == cell.family;
}

// Where EM on its way seems to lead: its last gains shrink by a constant factor.
double foreseen(const Trace& trace) {
  const std::size_t n = trace.size();
  if (n < 3) return trace.back().objective;
  const double last = trace[n - 1].objective - trace[n - 2].objective;
  const double before = trace[n - 2].objective - trace[n - 3].objective;
  return trace.back().objective + gain_to_come(std::max(0.0, last), ratio_of_gains(last, before, 0.0, kSlowest));
}

// What a task has: an end above it by what is worthwhile is another optimum.
double to_beat(const Task& task) {
  return stands(task) ? winner_of(task).story.penalised_log_likelihood + kBetterInGrid
                      : -std::numeric_limits<double>::infinity();
}

// As far as a few rounds of EM have come from a start, and where it seems to lead.
struct Promise {
  State start;
  double end;
};

// At most so many of the starts from which a few rounds of EM seem to lead above what the task has, those that promise
// most first.
std::vector<Promise> promising(Restarts& restarts, const Task& task, std::span<const State> starts, std::size_t most) {
  Task tried{task.components, task.pipeline, {}, {}, {}};
  tried.pipeline = task.pipeline.with(EmOptions{.rounds = std::min(kTryRounds, rounds_of(task))});
  restarts.try_more(tried, starts);
  struct Hope {
    bool collapsed;
    double end;
    std::size_t which;
  };
  std::vector<Hope> hopes;
  for (std::size_t i = 0; i < tried.attempts.size(); ++i) {
    if (tried.failures[i]) continue;
    const double end = foreseen(tried.attempts[i].trace);
    if (end < to_beat(task)) continue;
    hopes.push_back({tried.attempts[i].story.collapsed > 0, end, i});
  }
  std::stable_sort(hopes.begin(), hopes.end(), [](const Hope& a, const Hope& b) {
    return a.collapsed != b.collapsed ? b.collapsed : a.end > b.end;
  });
  std::vector<Promise> kept;
  for (std::size_t i = 0; i < std::min(most, hopes.size()); ++i) {
    kept.push_back({std::move(tried.attempts[hopes[i].which].model), hopes[i].end});
  }
  return kept;
}

// One after the other, without those that the ends of others have overtaken.
void carry_on(Restarts& restarts, Task& task, const std::vector<Promise>& promises) {
  for (const Promise& promise : promises) {
    if (promise.end >= to_beat(task)) restarts.try_more(task, {&promise.start, 1});
  }
}

// All of them side by side.
void carry_on_all(Restarts& restarts, Task& task, std::vector<Promise> promises) {
  std::vector<State> starts;
  for (Promise& promise : promises) starts.push_back(std::move(promise.start));
  restarts.try_more(task, starts);
}

// Whether component by component the means are so near to each other that the two are one optimum, seen by two
// families.
bool alike(const Mixture& a, const Mixture& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::vector<double> covariance = b.covariance_of(k);
    for (std::size_t j = 0; j < a.dim; ++j) {
      const double gap = a.mean(k)[j] - b.mean(k)[j];
      if (gap * gap > kNear * kNear * covariance[j * a.dim + j]) return false;
    }
  }
  return true;
}

// Whether a cell can gain from the model of another: not when that is the same optimum, nor when the other family is
// the wider one and has still found less.
bool may_help(const Cell& other, const Cell& cell) {
  if (!has_model(*other.task)) return false;
  if (!stands(*cell.task)) return true;
  const Attempt &own = winner_of(*cell.task), &theirs = winner_of(*other.task);
  const bool less = theirs.story.final_log_likelihood < own.story.final_log_likelihood;
  return !(less && is_within(*cell.info, *other.info)) && !alike(theirs.model, own.model);
}

std::size_t letters_apart(const Family& a, const Family& b) {
  const std::string_view left = a.letters, right = b.letters;
  return static_cast<std::size_t>(
      std::inner_product(left.begin(), left.end(), right.begin(), 0, std::plus<>(), std::not_equal_to<>()));
}

}  // namespace

std::vector<State> splits_of(const Mixture& model, std::size_t components, const DataSummary& summary) {
  std::vector<std::size_t> order(model.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return model.weights[a] > model.weights[b]; });
  std::vector<State> splits;
  for (std::size_t i = 0; i <= std::min(kMostSplits, model.size()); ++i) {
    const bool last = i == std::min(kMostSplits, model.size());
    Mixture more = with_split(model, order[last ? 0 : i], last ? 0.0 : 1.0, summary);
    while (more.size() < components) {
      const auto heaviest = std::max_element(more.weights.begin(), more.weights.end()) - more.weights.begin();
      more = with_split(more, static_cast<std::size_t>(heaviest), last ? 0.0 : 1.0, summary);
    }
    splits.emplace_back(std::move(more));
  }
  return splits;
}

bool has_model(const Task& task) {
  return std::any_of(task.failures.begin(), task.failures.end(), [](const auto& failure) { return !failure; });
}

std::size_t best_of(const Task& task) {
  std::size_t best = task.attempts.size();
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    if (task.failures[r]) continue;
    if (best == task.attempts.size() || better(task.attempts[r].story, task.attempts[best].story)) best = r;
  }
  if (best == task.attempts.size()) std::rethrow_exception(task.failures[0]);
  return best;
}

void enforce_monotone(Restarts& restarts, std::vector<Task>& tasks) {
  const std::vector<Cell> cells = in_order(tasks);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Task& task = *cells[i].task;
    std::vector<const Task*> ahead;
    for (std::size_t j = 0; j < i; ++j) {
      if (is_comparable(cells[j], cells[i]) && is_behind(restarts, cells[i], *cells[j].task)) {
        ahead.push_back(cells[j].task);
      }
    }
    // From the most likely one first: what comes of it is rarely behind the others.
    std::stable_sort(ahead.begin(), ahead.end(), [](const Task* a, const Task* b) {
      return winner_of(*a).story.final_log_likelihood > winner_of(*b).story.final_log_likelihood;
    });
    for (const Task* smaller : ahead) {
      if (is_behind(restarts, cells[i], *smaller)) mend(restarts, cells[i], *smaller);
    }
    if (task.attempts.size() > restarts.asked()) forget_in_vain(task, restarts.asked());
  }
}

void run_short_each(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                    Patience patience) {
  std::vector<double> bars;  // of the attempts before
  for (const Task& task : tasks) bars.push_back(to_beat(task));
  const int rounds = patience == Patience::all ? std::numeric_limits<int>::max() : kFirstRounds;
  restarts.try_others(tasks, pipelines, rounds, [&](std::size_t i, const Attempt& attempt) {
    const bool stood = bars[i] > -std::numeric_limits<double>::infinity();
    return !(stood && attempt.story.collapsed > 0) && foreseen(attempt.trace) >= bars[i];
  });
}

void exchange(Restarts& restarts, std::vector<Task>& tasks, std::size_t most, Patience patience) {
  const std::vector<Cell> cells = cells_of(tasks);
  for (const Cell& cell : cells) {
    Task& task = *cell.task;
    std::vector<State> starts;
    for (const Cell& other : cells) {
      if (other.task->components != task.components || letters_apart(*cell.family, *other.family) != 1) continue;
      if (may_help(other, cell)) starts.emplace_back(winner_of(*other.task).model);
    }
    std::vector<Promise> promises = promising(restarts, task, starts, most);
    if (patience == Patience::all) {
      carry_on_all(restarts, task, std::move(promises));
    } else {
      carry_on(restarts, task, promises);
    }
    if (task.attempts.size() > restarts.asked()) forget_in_vain(task, restarts.asked());
  }
}

}  // namespace mixseed
