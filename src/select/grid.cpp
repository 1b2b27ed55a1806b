#include "select/grid.h"

#include <algorithm>
#include <string>

#include "fit/stages.h"
#include "model/family.h"
#include "select/cross_family.h"
#include "select/finalists.h"
#include "select/monotone.h"
#include "select/sample_grid.h"
#include "select/tree_starts.h"

namespace mixseed {
namespace {

Layout::Shape shape_in(const Pipeline& pipeline) { return layout_of(estimation_of(pipeline).family->covariance).shape; }

// The widest family with this shape of covariances.
const Family& widest(Layout::Shape shape) {
  return family_of(shape == Layout::Shape::matrix     ? Covariance::full
                   : shape == Layout::Shape::diagonal ? Covariance::diagonal
                                                      : Covariance::spherical);
}

// One seeding for each shape of covariances: a good start for spheres is not a good one for ellipsoids.
std::vector<Pipeline> leaders_by_shape(std::span<const Pipeline> families) {
  std::vector<Pipeline> leaders;
  for (const Pipeline& family : families) {
    const Layout::Shape shape = shape_in(family);
    const auto same = [&](const Pipeline& leader) { return shape_in(leader) == shape; };
    if (std::any_of(leaders.begin(), leaders.end(), same)) continue;
    Pipeline& added = leaders.emplace_back(Pipeline::parse("auto"));
    added.refiners.back() = family.refiners.back();
    added.refiners.back().parameters.set("covariance", widest(shape).name);
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
  Pipeline pipeline = leader.resolved(dim, components).with_prior(dim, components, rows, chooses_method(leader));
  if (!pipeline.short_runs || leader.short_runs || pipeline.short_runs->parameters.integer("kicks") == 0)
    return pipeline;
  pipeline.short_runs->parameters.set("agree", "0");
  pipeline.short_runs->parameters.set("kicks", "4");
  pipeline.short_runs->parameters.set("rows", std::to_string(sample_rows_of_cells(dim, components)));
  return pipeline;
}

std::vector<Task> seeded(Restarts& restarts, std::span<const std::size_t> ks, std::span<const Pipeline> leaders,
                         bool several) {
  const Dataset& X = restarts.rows();
  std::vector<Task> tasks;
  for (const Pipeline& leader : leaders) {
    for (const std::size_t k : ks) {
      Task& task = tasks.emplace_back();
      task.components = k;
      task.pipeline = several ? resolved_in_full(leader, X.dim(), k, X.observations())
                              : leader.resolved(X.dim(), k, X.observations());
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
      task.pipeline = task.pipeline.with_prior(X.dim(), ks[i], X.observations(), prior_by_default);
    }
  }
  return tasks;
}

// The search of a single fit, with the family of each task.
std::vector<Pipeline> searches_of_their_own(const std::vector<Task>& tasks, const Dataset& X) {
  std::vector<Pipeline> pipelines;
  for (const Task& task : tasks) {
    Pipeline own = Pipeline::parse("auto");
    own.refiners.back() = task.pipeline.refiners.back();
    pipelines.push_back(resolved_in_full(own, X.dim(), task.components, X.observations()));
  }
  return pipelines;
}

}  // namespace

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
    if (by_shape) {
      search_finalists(restarts, tasks, searches_of_their_own(tasks, restarts.rows()), criterion);
    }
  }
  enforce_monotone(restarts, tasks);
  return tasks;
}

}  // namespace mixseed
