#include "select/sample_grid.h"

#include <algorithm>
#include <utility>

#include "fit/stages.h"
#include "pass/verbs.h"
#include "refine/carry.h"
#include "select/cross_family.h"

namespace mixseed {
namespace {

constexpr double kLeastRatio = 2;                          // of all rows to those of the sample
constexpr std::uint64_t kSampleStream = (1ULL << 32) - 2;  // not one of an attempt

// The cell's model on the sample, moved towards the optimum of all rows.
Mixture corrected(Restarts& restarts, const Task& task, const Attempt& on_sample, const Dataset& sample) {
  const Stage& em = task.pipeline.refiners.back();
  const EstimationOptions options = estimation_of(task.pipeline);
  const bool allowed = restarts.known().empty() && options.rules == Rules::standard;
  const Restart& story = on_sample.story;
  if (!allowed || story.collapsed > 0) return on_sample.model;
  if (restarts.options().observer) {
    restarts.report_on_sample({task.components, 0, 1, em.method->name, 0, 0, story.penalised_log_likelihood, 1});
  }
  return carried_over(on_sample.model, sample, restarts.rows(), options);
}

FitOptions options_on_sample(Restarts& restarts) {
  FitOptions options = restarts.options();
  options.known = restarts.known();
  if (options.observer) {
    options.observer = [&restarts](const Progress& progress) {
      restarts.report_on_sample(progress);
      return true;
    };
  }
  return options;
}

}  // namespace

std::size_t sample_rows_of_cells(std::size_t dim, std::size_t components) {
  return std::max({std::size_t{500}, 5 * (dim + 1) * (dim + 2), 4000 / components});
}

std::vector<Pipeline> short_run_pipelines(const std::vector<Task>& tasks, std::size_t dim) {
  std::vector<Pipeline> all;
  for (const Task& task : tasks) {
    Pipeline quick = Pipeline::parse("quick");
    quick.refiners.back() = task.pipeline.refiners.back();
    all.push_back(quick.resolved(dim, task.components));
  }
  return all;
}

bool seed_from_sample(Restarts& restarts, std::vector<Task>& tasks) {
  const Dataset& X = restarts.rows();
  const std::size_t K = tasks.back().components;
  const double share = static_cast<double>(sample_rows_of_cells(X.dim(), K) * K) / X.observations();
  if (share * kLeastRatio > 1) return false;
  Rng drawing = restarts.stream(0).split(kSampleStream);
  const Subsample sample = Subsample::drawn_or_all(X, share, K, drawing);
  const FitOptions options = options_on_sample(restarts);
  Restarts on_sample(sample.rows(), {}, options);
  if (on_sample.exponent() != 0) return false;  // the sample misses the rows that decide the unit
  std::vector<Task> cells;
  for (const Task& task : tasks) {
    if (task.pipeline.short_runs) cells.push_back(task);
  }
  on_sample.refine_all(cells);
  add_short_runs(on_sample, cells, short_run_pipelines(cells, X.dim()), Continuation::promising);
  cross_family_restarts(on_sample, cells, kCrossFamilyStarts, Continuation::promising);
  auto next = cells.begin();
  for (Task& task : tasks) {
    if (!task.pipeline.short_runs) continue;
    const Task& cell = *next++;
    if (!has_model(cell)) continue;
    const Attempt& best = best_attempt(cell);
    task.seeds.front().state = corrected(restarts, task, best, sample.rows());
    task.seeds.front().repairs = best.story.repairs;
    task.failures.front() = nullptr;
  }
  return true;
}

}  // namespace mixseed
