#include "select/grid.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "fit/auto.h"
#include "fit/stages.h"
#include "model/family.h"
#include "model/layout.h"
#include "pass/verbs.h"
#include "refine/carry.h"
#include "refine/refiners.h"
#include "select/further_attempts.h"
#include "select/monotone.h"
#include "select/starts.h"

namespace mixseed {
namespace {

// The most models of neighbouring families from which a cell with one restart starts again.
constexpr std::size_t kCrossFamilyStarts = 2;
constexpr double kLeastRatio = 2;                          // of all rows to those of the sample
constexpr std::uint64_t kSampleStream = (1ULL << 32) - 2;  // not one of an attempt

// The cell's model on the sample, moved towards the optimum of all rows.
Mixture corrected(Restarts& restarts, const Task& task, const Attempt& on_sample, const Dataset& sample) {
  const Stage& em = task.pipeline.refiners.back();
  const EstimationOptions options = estimation_of(task.pipeline);
  const bool allowed = restarts.known().empty() && options.rules == Rules::standard;
  const Restart& restart = on_sample.restart;
  if (!allowed || restart.collapsed > 0) return on_sample.model;
  if (restarts.options().observer) {
    restarts.report_on_sample({task.components, 0, 1, em.method->name, 0, 0, restart.penalised_log_likelihood, 1});
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

// The method with the last em of the pipeline.
Pipeline with_em_of(const Pipeline& pipeline, std::string_view method) {
  Pipeline own = Pipeline::parse(method);
  own.refiners.back() = pipeline.refiners.back();
  return own;
}

Layout::Shape shape_in(const Pipeline& pipeline) { return layout_of(estimation_of(pipeline).family->covariance).shape; }

// One seeding for each shape of covariances: a good start for spheres is not a good one for ellipsoids.
std::vector<Pipeline> leaders_by_shape(std::span<const Pipeline> families) {
  std::vector<Pipeline> leaders;
  for (const Pipeline& family : families) {
    const Layout::Shape shape = shape_in(family);
    const auto same = [&](const Pipeline& leader) { return shape_in(leader) == shape; };
    if (std::any_of(leaders.begin(), leaders.end(), same)) continue;
    Pipeline& added = leaders.emplace_back(with_em_of(family, "auto"));
    added.refiners.back().parameters.set("covariance", family_of(widest(shape)).name);
  }
  return leaders;
}

std::size_t leader_of(const Pipeline& family, std::span<const Pipeline> leaders) {
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    if (shape_in(leaders[i]) == shape_in(family)) return i;
  }
  return 0;
}

// Families are compared by their optima, so no search ends early because there are few rows or starts agree.
Pipeline resolved_in_full(const Pipeline& leader, std::size_t dim, std::size_t components, double rows) {
  Pipeline pipeline = with_prior(leader.resolved(dim, components), dim, components, rows, chooses_method(leader));
  if (!pipeline.short_runs || leader.short_runs || pipeline.short_runs->parameters.integer("kicks") == 0)
    return pipeline;
  pipeline.short_runs->parameters.set("agree", "0");
  pipeline.short_runs->parameters.set("kicks", "4");
  pipeline.short_runs->parameters.set("rows", std::to_string(rows_of_search(dim, components)));
  return pipeline;
}

std::vector<Task> seeded(Restarts& restarts, std::span<const std::size_t> ks, std::span<const Pipeline> leaders,
                         bool several) {
  const Dataset& X = restarts.rows();
  std::vector<Task> tasks;
  for (const Pipeline& leader : leaders) {
    for (const std::size_t k : ks) {
      tasks.push_back({k, several ? resolved_in_full(leader, X.dim(), k, X.observations())
                                  : leader.resolved(X.dim(), k, X.observations())});
    }
  }
  restarts.seed_all(tasks, {});
  return tasks;
}

// EM from starts near their optima accelerates earlier. The pipelines of the tasks stay as they were.
void refine_nearby(Restarts& restarts, std::vector<Task>& tasks) {
  std::vector<Pipeline> pipelines;
  for (Task& task : tasks) {
    pipelines.push_back(task.pipeline);
    Parameters& em = task.pipeline.refiners.back().parameters;
    if (em.choice("acceleration") == "squarem") em.set("acceleration", "early");
  }
  restarts.refine_all(tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].pipeline = std::move(pipelines[i]);
}

// Tasks for every number of components with every family, from the seeds of their leaders.
std::vector<Task> cells_from(const std::vector<Task>& seeds, std::span<const std::size_t> ks,
                             std::span<const Pipeline> families, std::span<const Pipeline> leaders, const Dataset& X,
                             bool prior_by_default) {
  std::vector<Task> tasks;
  for (const Pipeline& family : families) {
    for (std::size_t i = 0; i < ks.size(); ++i) {
      Task& task = tasks.emplace_back(seeds[leader_of(family, leaders) * ks.size() + i]);
      task.pipeline.refiners.back() = family.refiners.back();
      task.pipeline = with_prior(task.pipeline, X.dim(), ks[i], X.observations(), prior_by_default);
    }
  }
  return tasks;
}

// Short runs for every task.
std::vector<Pipeline> short_run_pipelines(const std::vector<Task>& tasks, std::size_t dim) {
  std::vector<Pipeline> all;
  for (const Task& task : tasks) all.push_back(with_em_of(task.pipeline, "quick").resolved(dim, task.components));
  return all;
}

// The search of a single fit for every task.
std::vector<Pipeline> search_pipelines(const std::vector<Task>& tasks, const Dataset& X) {
  std::vector<Pipeline> all;
  for (const Task& task : tasks) {
    all.push_back(resolved_in_full(with_em_of(task.pipeline, "auto"), X.dim(), task.components, X.observations()));
  }
  return all;
}

}  // namespace

bool seed_from_sample(Restarts& restarts, std::vector<Task>& tasks) {
  const Dataset& X = restarts.rows();
  const std::size_t K = tasks.back().components;
  const double share = static_cast<double>(rows_of_search(X.dim(), K) * K) / X.observations();
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
    task.seeds.front().repairs = best.restart.repairs;
    task.failures.front() = nullptr;
  }
  return true;
}

std::vector<Task> tasks_of_grid(Restarts& restarts, std::span<const std::size_t> ks,
                                std::span<const Pipeline> pipelines, Criterion criterion) {
  const std::span<const Pipeline> families = pipelines.size() > 1 ? pipelines.subspan(1) : pipelines;
  const Pipeline& first = pipelines.front();
  const bool several = families.size() > 1, automatic = first.seeder->method->name == "auto";
  const bool plain = !first.short_runs && first.refiners.size() == 1;  // nothing was requested besides `auto`
  const bool by_shape = several && automatic && plain, once = by_shape && restarts.asked() == 1;
  const std::vector<Pipeline> leaders = by_shape ? leaders_by_shape(families) : std::vector<Pipeline>{first};
  std::vector<Task> tasks =
      cells_from(seeded(restarts, ks, leaders, several), ks, families, leaders, restarts.rows(), chooses_method(first));
  if (once && seed_from_sample(restarts, tasks)) {
    refine_nearby(restarts, tasks);
  } else {
    restarts.refine_all(tasks);
    if (several && automatic) {
      add_short_runs(restarts, tasks, short_run_pipelines(tasks, restarts.rows().dim()), Continuation::all);
      restarts_from(restarts, tasks, tree_starts(restarts, ks), Continuation::all);
    }
    if (several && (automatic || restarts.asked() > 1)) {
      cross_family_restarts(restarts, tasks, once ? kCrossFamilyStarts : tasks.size(), Continuation::all);
    }
    if (by_shape) search_finalists(restarts, tasks, search_pipelines(tasks, restarts.rows()), criterion);
  }
  enforce_monotone(restarts, tasks);
  return tasks;
}

}  // namespace mixseed
