#include "select/monotone.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/stages.h"
#include "mixseed/precision.h"
#include "model/prior.h"
#include "refine/tolerances.h"
#include "select/cell.h"
#include "select/split_starts.h"

namespace mixseed {
namespace {

// The same mixture, written in a family that its own lies within.
Mixture as_one_of(const Mixture& model, const Family& family) {
  Mixture wider = with_covariance(model, family.covariance);
  wider.family = family.constrained() ? family.name : "";
  return wider;
}

// Starts of the cell from the model of a smaller one. The last start has the same density as that model.
std::vector<State> starts_from(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  const Mixture model = as_one_of(best_attempt(smaller).model, *cell.family);
  if (model.size() == cell.task->components) return {model};
  return split_starts(model, cell.task->components, restarts.rows().summary());
}

// The objective of the cell for the model of a smaller task: its log-likelihood, with the prior of the cell.
double objective_in(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  const double log_likelihood = best_attempt(smaller).story.final_log_likelihood;
  const Prior prior(restarts.rows().summary(), estimation_of(cell.task->pipeline).prior, cell.task->components);
  if (prior.nothing()) return log_likelihood;
  const State same_density = starts_from(restarts, cell, smaller).back();
  const double more = prior.log_likelihood(std::get<Mixture>(same_density));
  return log_likelihood + more / restarts.rows().observations();
}

bool is_behind(const Restarts& restarts, const Cell& cell, const Task& smaller) {
  if (!is_sound(smaller)) return false;
  if (!is_sound(*cell.task)) return true;
  const double least = objective_in(restarts, cell, smaller);
  return best_attempt(*cell.task).story.penalised_log_likelihood < least - kSameUpToRounding * (1 + std::abs(least));
}

// Runs EM from the smaller model. If EM collapses on the way, that model itself becomes an attempt, with 0 rounds.
void fit_from_smaller(Restarts& restarts, const Cell& cell, const Task& smaller) {
  Task& task = *cell.task;
  const std::vector<State> starts = starts_from(restarts, cell, smaller);
  restarts.add_attempts(task, starts);
  if (estimation_of(task.pipeline).rules == Rules::paper || !is_behind(restarts, cell, smaller)) return;
  Pipeline pipeline = task.pipeline;
  task.pipeline.refiners.back().parameters.set("rounds", "0");
  restarts.add_attempts(task, {&starts.back(), 1});
  task.pipeline = std::move(pipeline);
  // It has the density of a sound model, even if halves of a component have few rows.
  task.attempts.back().story.collapsed = 0;
}

// Cells by ascending number of components, and then every family after those that lie within it.
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

}  // namespace

void enforce_monotone(Restarts& restarts, std::vector<Task>& tasks) {
  const std::vector<Cell> cells = in_order(tasks);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::vector<const Task*> ahead;
    for (std::size_t j = 0; j < i; ++j) {
      if (is_comparable(cells[j], cells[i]) && is_behind(restarts, cells[i], *cells[j].task)) {
        ahead.push_back(cells[j].task);
      }
    }
    // The most likely first: the fit from its model is rarely behind the others.
    std::stable_sort(ahead.begin(), ahead.end(), [](const Task* a, const Task* b) {
      return best_attempt(*a).story.final_log_likelihood > best_attempt(*b).story.final_log_likelihood;
    });
    for (const Task* smaller : ahead) {
      if (is_behind(restarts, cells[i], *smaller)) fit_from_smaller(restarts, cells[i], *smaller);
    }
    drop_extra_attempts(*cells[i].task, restarts.asked());
  }
}

}  // namespace mixseed
