#include "select/monotone.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "fit/stages.h"
#include "mixseed/precision.h"
#include "model/prior.h"
#include "refine/tolerances.h"
#include "select/starts.h"

namespace mixseed {
namespace {

// The same mixture, written in a family that its own lies within.
Mixture as_one_of(const Mixture& model, const Family& family) {
  Mixture wider = with_covariance(model, family.covariance);
  wider.family = family.constrained() ? family.name : "";
  return wider;
}

// Starts of the cell from the model of a smaller one. The last start has the same density as that model.
std::vector<State> starts_from(const Restarts& restarts, const Task& cell, const Task& smaller) {
  const Mixture model = as_one_of(best_attempt(smaller).model, family_of(cell));
  if (model.size() == cell.components) return {model};
  return split_starts(model, cell.components, restarts.rows().summary());
}

// The objective of the cell for the model of a smaller task: its log-likelihood, with the prior of the cell.
double objective_in(const Restarts& restarts, const Task& cell, const Task& smaller) {
  const double log_likelihood = best_attempt(smaller).restart.final_log_likelihood;
  const Prior prior(restarts.rows().summary(), estimation_of(cell.pipeline).prior, cell.components);
  if (prior.empty()) return log_likelihood;
  const State same_density = starts_from(restarts, cell, smaller).back();
  const double more = prior.log_likelihood(std::get<Mixture>(same_density));
  return log_likelihood + more / restarts.rows().observations();
}

bool is_behind(const Restarts& restarts, const Task& cell, const Task& smaller) {
  if (!is_sound(smaller)) return false;
  if (!is_sound(cell)) return true;
  const double least = objective_in(restarts, cell, smaller);
  return best_attempt(cell).restart.penalised_log_likelihood < least - kSameUpToRounding * (1 + std::abs(least));
}

// Runs EM from the smaller model. If EM collapses on the way, that model itself becomes an attempt, with 0 rounds.
void fit_from_smaller(Restarts& restarts, Task& cell, const Task& smaller) {
  const std::vector<State> starts = starts_from(restarts, cell, smaller);
  restarts.add_attempts(cell, starts);
  if (estimation_of(cell.pipeline).rules == Rules::paper || !is_behind(restarts, cell, smaller)) return;
  Pipeline pipeline = cell.pipeline;
  cell.pipeline.refiners.back().parameters.set("rounds", "0");
  restarts.add_attempts(cell, {&starts.back(), 1});
  cell.pipeline = std::move(pipeline);
  // It has the density of a sound model, even if halves of a component have few rows.
  cell.attempts.back().restart.collapsed = 0;
}

// Cells by ascending number of components, and then every family after those that lie within it.
std::vector<Task*> in_order(std::vector<Task>& tasks) {
  std::vector<Task*> cells;
  for (Task& task : tasks) cells.push_back(&task);
  std::stable_sort(cells.begin(), cells.end(), [](const Task* a, const Task* b) {
    return std::pair(a->components, family_of(*a).parameters(3, 6)) <
           std::pair(b->components, family_of(*b).parameters(3, 6));
  });
  return cells;
}

bool is_comparable(const Task& smaller, const Task& cell) {
  return smaller.components == cell.components ? is_within(smaller, cell) : &family_of(smaller) == &family_of(cell);
}

}  // namespace

void enforce_monotone(Restarts& restarts, std::vector<Task>& tasks) {
  const std::vector<Task*> cells = in_order(tasks);
  for (auto cell = cells.begin(); cell != cells.end(); ++cell) {
    std::vector<const Task*> ahead;
    std::copy_if(cells.begin(), cell, std::back_inserter(ahead), [&](const Task* smaller) {
      return is_comparable(*smaller, **cell) && is_behind(restarts, **cell, *smaller);
    });
    // The most likely first: the fit from its model is rarely behind the others.
    std::stable_sort(ahead.begin(), ahead.end(), [](const Task* a, const Task* b) {
      return best_attempt(*a).restart.final_log_likelihood > best_attempt(*b).restart.final_log_likelihood;
    });
    for (const Task* smaller : ahead) {
      if (is_behind(restarts, **cell, *smaller)) fit_from_smaller(restarts, **cell, *smaller);
    }
    drop_extra_attempts(**cell, restarts.asked());
  }
}

}  // namespace mixseed
