#include "fit/grid.h"

#include <algorithm>
#include <string>

#include "fit/monotone.h"
#include "fit/stages.h"
#include "model/family.h"
#include "pass/verbs.h"
#include "refine/carry.h"
#include "refine/refiners.h"

namespace mixseed {
namespace {

// So many starts from other families are carried on for a cell of a grid with one restart.
constexpr std::size_t kCarriedOn = 2;

// From so many times the rows that a search looks at, cells try on a sample what they try.
constexpr double kManyRows = 2;
constexpr std::uint64_t kStreamOfCells = (1ULL << 32) - 2;  // beyond those of an attempt

const Family& family_in(const Pipeline& pipeline) {
  const Stage& em = pipeline.refiners.back();
  return *refiner_of(em).estimation(em.parameters).family;
}

Layout::Shape shape_in(const Pipeline& pipeline) { return layout_of(family_in(pipeline).covariance).shape; }

// The widest family whose covariances have that shape.
const Family& widest(Layout::Shape shape) {
  return family_of(shape == Layout::Shape::matrix     ? Covariance::full
                   : shape == Layout::Shape::diagonal ? Covariance::diagonal
                                                      : Covariance::spherical);
}

Pipeline started_by(std::string_view seeder, const Stage& em) {
  Pipeline pipeline = Pipeline::parse(seeder);
  pipeline.refiners.back() = em;
  return pipeline;
}

// A seeding for each shape of covariances: what is a good start for spheres is not for ellipsoids, not even in the same
// units.
std::vector<Pipeline> leaders_by_shape(std::span<const Pipeline> families) {
  std::vector<Pipeline> leaders;
  for (const Pipeline& family : families) {
    const Layout::Shape shape = shape_in(family);
    const auto same = [&](const Pipeline& leader) { return shape_in(leader) == shape; };
    if (std::any_of(leaders.begin(), leaders.end(), same)) continue;
    Stage em = family.refiners.back();
    em.parameters.set("covariance", widest(shape).name);
    leaders.push_back(started_by(shape == Layout::Shape::matrix ? "auto" : "quick", em));
  }
  return leaders;
}

std::size_t leader_of(const Pipeline& family, std::span<const Pipeline> leaders) {
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    if (shape_in(leaders[i]) == shape_in(family)) return i;
  }
  return 0;
}

// Of a sample, for every component: half of what a search of one family has, for what every cell tries besides.
std::size_t rows_of_cells(std::size_t dim, std::size_t components) {
  return std::max({std::size_t{500}, 5 * (dim + 1) * (dim + 2), 4000 / components});
}

bool is_by_rule(const Pipeline& pipeline) {
  return pipeline.seeder->method->name == "auto" || pipeline.seeder->method->name == "quick";
}

// Families are compared by where they end: with several of them no search is cut short, however few rows there are and
// however soon starts agree.
Pipeline resolved_in_full(const Pipeline& leader, std::size_t dim, std::size_t components, double rows) {
  Pipeline pipeline = leader.resolved(dim, components).with_prior(dim, components, rows, is_by_rule(leader));
  if (!pipeline.short_runs || leader.short_runs || pipeline.short_runs->parameters.integer("kicks") == 0)
    return pipeline;
  pipeline.short_runs->parameters.set("agree", "0");
  pipeline.short_runs->parameters.set("kicks", "4");
  pipeline.short_runs->parameters.set("rows", std::to_string(rows_of_cells(dim, components)));
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

// A short rehearsal of its own for every cell.
std::vector<Pipeline> short_runs_of(const std::vector<Task>& tasks, std::size_t dim) {
  std::vector<Pipeline> all;
  for (const Task& task : tasks) {
    all.push_back(started_by("quick", task.pipeline.refiners.back()).resolved(dim, task.components));
  }
  return all;
}

// What a cell has found on the sample, nearer to what all rows say.
Mixture carried_over(Restarts& restarts, const Task& task, const Attempt& found, const Dataset& sample) {
  const Stage& em = task.pipeline.refiners.back();
  const EstimationOptions options = refiner_of(em).estimation(em.parameters);
  const bool may = restarts.known().nothing() && options.rules == Rules::standard;
  if (!may || found.story.collapsed > 0) return found.model;
  if (restarts.options().observer) {
    restarts.tell_of_sample({task.components, 0, 1, em.method->name, 0, 0, found.story.penalised_log_likelihood, 1});
  }
  return carried_over(found.model, sample, restarts.rows(), options);
}

// From starts that are near to their ends. What was asked for stays what is told of the fits.
void refine_nearby(Restarts& restarts, std::vector<Task>& tasks) {
  std::vector<Pipeline> asked;
  for (Task& task : tasks) {
    asked.push_back(task.pipeline);
    Parameters& em = task.pipeline.refiners.back().parameters;
    if (em.choice("acceleration") == "squarem") em.set("acceleration", "early");
  }
  restarts.refine_all(tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].pipeline = std::move(asked[i]);
}

// Cells refined on a sample, with all that they try: what comes of it is the seed of the cell. Returns whether there
// are enough rows for that.
bool run_short_cells(Restarts& restarts, std::vector<Task>& tasks) {
  const Dataset& X = restarts.rows();
  const std::size_t K = tasks.back().components;
  const double share = static_cast<double>(rows_of_cells(X.dim(), K) * K) / X.observations();
  if (share * kManyRows > 1) return false;
  Rng drawing = restarts.stream(0).split(kStreamOfCells);
  const RowSample sample(X, share, K, drawing);
  FitOptions options = restarts.options();
  options.known = restarts.known();
  if (options.observer) {
    options.observer = [&](const Progress& progress) {
      restarts.tell_of_sample(progress);
      return true;
    };
  }
  Restarts few(sample.rows(), {}, options);
  if (few.exponent() != 0) return false;  // the rows that make all others tiny, or huge, were not drawn
  std::vector<Task> short_run;
  for (const Task& task : tasks) {
    if (task.pipeline.short_runs) short_run.push_back(task);
  }
  few.refine_all(short_run);
  run_short_each(few, short_run, short_runs_of(short_run, X.dim()), Patience::promising);
  exchange(few, short_run, kCarriedOn, Patience::promising);
  auto next = short_run.begin();
  for (Task& task : tasks) {
    if (!task.pipeline.short_runs) continue;
    const Task& own = *next++;
    if (!has_model(own)) continue;
    const Attempt& best = own.attempts[best_of(own)];
    task.seeds.front().state = carried_over(restarts, task, best, sample.rows());
    task.seeds.front().repairs = best.story.repairs;
    task.failures.front() = nullptr;
  }
  return true;
}

}  // namespace

std::vector<Task> tasks_of_grid(Restarts& restarts, std::span<const std::size_t> ks,
                                std::span<const Pipeline> pipelines) {
  const std::span<const Pipeline> families = pipelines.size() > 1 ? pipelines.subspan(1) : pipelines;
  const Pipeline& first = pipelines.front();
  const Dataset& X = restarts.rows();
  const bool several = families.size() > 1, automatic = first.seeder->method->name == "auto";
  const bool plain = !first.short_runs && first.refiners.size() == 1;  // nothing was asked for beside `auto`
  const bool by_shape = several && automatic && plain, once = by_shape && restarts.asked() == 1;
  const std::vector<Pipeline> leaders = by_shape ? leaders_by_shape(families) : std::vector<Pipeline>{first};
  const std::vector<Task> seeds = seeded(restarts, ks, leaders, several);
  std::vector<Task> tasks;
  for (const Pipeline& family : families) {
    for (std::size_t i = 0; i < ks.size(); ++i) {
      Task& task = tasks.emplace_back(seeds[leader_of(family, leaders) * ks.size() + i]);
      task.pipeline.refiners.back() = family.refiners.back();
      task.pipeline = task.pipeline.with_prior(X.dim(), ks[i], X.observations(), is_by_rule(first));
    }
  }
  if (once && run_short_cells(restarts, tasks)) {
    refine_nearby(restarts, tasks);
  } else {
    restarts.refine_all(tasks);
    if (several && automatic) {
      run_short_each(restarts, tasks, short_runs_of(tasks, restarts.rows().dim()), Patience::all);
    }
    if (several && (automatic || restarts.asked() > 1)) {
      exchange(restarts, tasks, once ? kCarriedOn : tasks.size(), Patience::all);
    }
  }
  enforce_monotone(restarts, tasks);
  return tasks;
}

}  // namespace mixseed
