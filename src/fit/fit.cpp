// Restarts and ranges: which attempts there are, and which of them is kept. Nothing numeric.
#include "mixseed/fit.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <numbers>
#include <optional>

#include "fit/attempt.h"
#include "fit/rescale.h"
#include "mixseed/error.h"
#include "model/criteria.h"
#include "model/units.h"

namespace mixseed {
namespace {

constexpr int kMostThreads = 1024;
constexpr double kSameOptimum = 1e-4;

// One number of components: its pipeline, the seeds of its restarts, and what became of them.
struct Task {
  std::size_t components;
  Pipeline pipeline;
  std::vector<Seeded> seeds;
  std::vector<Attempt> attempts;
  std::vector<std::exception_ptr> failures;
};

// Log densities change by D log(unit) when the unit of the data changes, squared distances by its square.
double log_shift(int exponent, std::size_t dim) { return -static_cast<double>(dim) * exponent * std::numbers::ln2; }

double in_callers_units(std::string_view stage, double objective, int exponent, std::size_t dim) {
  return stage == "kmeans" ? std::ldexp(objective, 2 * exponent) : objective + log_shift(exponent, dim);
}

class Restarts {
 public:
  Restarts(const DataView& view, const FitOptions& options)
      : options_(options), pool_(options.threads), points_(view, pool_), exponent_(extreme_exponent(view)) {
    if (exponent_ != 0) points_ = points_.times(std::vector<double>(view.columns(), std::ldexp(1.0, -exponent_)));
    plain_.emplace(points_, false);
    standardised_.emplace(points_, true);
    standardised_->start.facts();  // before the threads, which would wait for each other
  }

  const Points& points() const { return points_; }
  int exponent() const { return exponent_; }

  void run(std::vector<Task>& tasks, const State* start) {
    const auto R = static_cast<std::size_t>(options_.restarts);
    for (Task& task : tasks) {
      task.seeds.resize(R);
      task.attempts.resize(R);
      task.failures.resize(R);
    }
    side_by_side(R, [&](std::size_t r, Pool& pool) { seed(tasks, start, r, pool); });
    side_by_side(R * tasks.size(), [&](std::size_t i, Pool& pool) { refine(tasks[i / R], i % R, pool); });
  }

 private:
  Frames frames(const Task& task, Pool& pool) const {
    return (task.pipeline.standardised ? standardised_ : plain_)->with_pool(pool);
  }

  Rng stream(std::size_t restart) const { return Rng(options_.seed).split(restart); }

  // Spends the threads on whole attempts first, and what is left inside each of them.
  template <typename Work>
  void side_by_side(std::size_t count, const Work& work) {
    const auto threads = static_cast<std::size_t>(pool_.threads());
    if (count == 1) return work(0, pool_);
    const auto inner = static_cast<int>(std::max<std::size_t>(1, threads / count));
    pool_.run(count, [&](std::size_t i) {
      Pool own(inner);
      work(i, own);
    });
  }

  // A restart that fails is written down; only a wish to stop goes through.
  template <typename Work>
  static void isolated(Task& task, std::size_t restart, const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      task.failures[restart] = std::current_exception();
    } catch (...) {
      task.failures[restart] = std::current_exception();
    }
  }

  static bool shares_seed(const Task& a, const Task& b) {
    return a.pipeline.standardised == b.pipeline.standardised && a.pipeline.seeder->text() == b.pipeline.seeder->text();
  }

  // Neighbouring numbers of components with the same seeder share one run of it.
  void seed(std::vector<Task>& tasks, const State* start, std::size_t r, Pool& pool) {
    for (std::size_t from = 0, to = 0; from < tasks.size(); from = to) {
      to = from + 1;
      if (start) {
        tasks[from].seeds[r].state = frames(tasks[from], pool).enter(*start);
        continue;
      }
      const Stage& stage = *tasks[from].pipeline.seeder;
      while (to < tasks.size() && shares_seed(tasks[to], tasks[from])) ++to;
      const Task& longest = tasks[to - 1];
      const auto rounds = static_cast<int>(longest.components);
      isolated(tasks[from], r, [&] {
        const Frames seen = frames(tasks[from], pool);
        const auto step = [&](std::size_t k) {
          tell(longest, r, stage.method->name, static_cast<int>(k), rounds, std::nan(""));
        };
        auto seeds = seed_range(seen.start, stage, tasks[from].components, longest.components, stream(r), step);
        for (std::size_t t = from; t < to; ++t) tasks[t].seeds[r] = std::move(seeds[t - from]);
      });
      for (std::size_t t = from; t < to; ++t) tasks[t].failures[r] = tasks[from].failures[r];
    }
  }

  void refine(Task& task, std::size_t r, Pool& pool) {
    if (task.failures[r]) return;
    isolated(task, r, [&] {
      task.attempts[r] = refine_seed(frames(task, pool), task.seeds[r], task.pipeline, stream(r),
                                     [&](std::string_view stage, int round, int rounds, double objective) {
                                       tell(task, r, stage, round, rounds, objective);
                                     });
    });
  }

  void tell(const Task& task, std::size_t r, std::string_view stage, int round, int rounds, double objective) {
    if (!options_.observer) return;
    objective = in_callers_units(stage, objective, exponent_, points_.dim());
    const std::lock_guard lock(mutex_);
    const Progress progress{task.components, static_cast<int>(r), options_.restarts, stage, round, rounds, objective};
    if (!cancelled_) cancelled_ = !options_.observer(progress);
    if (cancelled_) throw Error(ErrorCode::cancelled, "cancelled");
  }

  const FitOptions& options_;
  Pool pool_;
  Points points_;
  int exponent_;
  std::optional<Frames> plain_, standardised_;
  std::mutex mutex_;
  bool cancelled_ = false;
};

std::string what(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

void shift_units(Attempt& attempt, int exponent, std::size_t dim) {
  if (exponent == 0) return;
  const double shift = log_shift(exponent, dim);
  attempt.story.initial_log_likelihood += shift;
  attempt.story.final_log_likelihood += shift;
  const std::vector<double> units(dim, std::ldexp(1.0, exponent));
  attempt.initial = in_units(std::move(attempt.initial), units);
  attempt.model = in_units(std::move(attempt.model), units);
  for (Round& round : attempt.trace) round.objective = in_callers_units(round.stage, round.objective, exponent, dim);
}

// Whether restart a is to be kept rather than b.
bool better(const Restart& a, const Restart& b) {
  if ((a.collapsed == 0) != (b.collapsed == 0)) return a.collapsed == 0;
  return a.final_log_likelihood > b.final_log_likelihood;
}

Fit summarise(Task& task, const Restarts& restarts, const DataView& view, std::uint64_t seed) {
  Fit fit;
  fit.method = task.pipeline.text();
  fit.seed = seed;
  fit.rows = view.rows();
  fit.columns = view.columns();
  std::size_t succeeded = 0;
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    Restart& story = task.attempts[r].story;
    story.index = static_cast<int>(r);
    if (task.failures[r]) story.error = what(task.failures[r]);
    if (!task.failures[r] && (succeeded++ == 0 || better(story, task.attempts[fit.best].story))) fit.best = r;
  }
  if (succeeded == 0) std::rethrow_exception(task.failures[0]);
  Attempt& winner = task.attempts[fit.best];
  fit.criteria = criteria_of(restarts.points(), winner.model, restarts.exponent());
  std::size_t at_best = 0;
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    const double gap = task.attempts[r].story.final_log_likelihood - winner.story.final_log_likelihood;
    at_best += !task.failures[r] && std::abs(gap) <= kSameOptimum;
  }
  fit.share_at_best = static_cast<double>(at_best) / static_cast<double>(succeeded);
  for (Attempt& attempt : task.attempts) {
    shift_units(attempt, restarts.exponent(), fit.columns);
    fit.restarts.push_back(attempt.story);
  }
  fit.initial = std::move(winner.initial);
  fit.model = std::move(winner.model);
  fit.trace = std::move(winner.trace);
  for (const double number : fit.model.covariances) {
    if (std::isfinite(number)) continue;
    throw Error(ErrorCode::failed,
                "the variances of these data are too large for a double: divide the data by a constant");
  }
  return fit;
}

void check_options(const FitOptions& options) {
  if (options.restarts < 1) {
    throw Error(ErrorCode::usage, "restarts: expected at least 1, got " + std::to_string(options.restarts));
  }
  if (options.threads < 0 || options.threads > kMostThreads) {
    throw Error(ErrorCode::usage, "threads: expected 0 (all) to " + std::to_string(kMostThreads) + ", got " +
                                      std::to_string(options.threads));
  }
}

void check_components(std::size_t least, std::size_t most, const Points& X) {
  if (least == 0) throw Error(ErrorCode::usage, "components: expected at least 1, got 0");
  if (least > most) {
    throw Error(ErrorCode::usage,
                "components: the range " + std::to_string(least) + ".." + std::to_string(most) + " is empty");
  }
  const double observations = std::max(X.total_weight(), static_cast<double>(X.size()));
  if (static_cast<double>(most) > observations) {
    throw Error(ErrorCode::usage, "components: expected at most one per row (" + std::to_string(X.size()) +
                                      " rows), got " + std::to_string(most));
  }
}

std::vector<Fit> fit_range(const DataView& view, std::size_t least, std::size_t most, const Pipeline& pipeline,
                           const FitOptions& options) {
  check_options(options);
  if (!pipeline.seeder) {
    throw Error(ErrorCode::usage, "method '" + pipeline.text() + "' has no seeder: expected one first, or a start");
  }
  Restarts restarts(view, options);
  const Points& X = restarts.points();
  check_components(least, most, X);
  std::vector<Task> tasks;
  for (std::size_t k = least; k <= most; ++k) {
    tasks.push_back({k, pipeline.resolved(X.total_weight(), X.dim(), k), {}, {}, {}});
  }
  restarts.run(tasks, nullptr);
  std::vector<Fit> fits;
  for (Task& task : tasks) fits.push_back(summarise(task, restarts, view, options.seed));
  return fits;
}

void check_start(const State& start, std::size_t dim) {
  const auto* mixture = std::get_if<Mixture>(&start);
  if (mixture) check(*mixture);
  const std::size_t start_dim = mixture ? mixture->dim : std::get<Centers>(start).dim;
  if (start_dim == dim) return;
  throw Error(ErrorCode::input,
              "the start has " + std::to_string(start_dim) + " columns, the data have " + std::to_string(dim));
}

}  // namespace

Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  return std::move(fit_range(data, components, components, pipeline, options).front());
}

Fit fit(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options) {
  check_options(options);
  if (refiners.seeder) {
    throw Error(ErrorCode::usage,
                "method '" + refiners.text() + "' has a seeder, but a start is given: expected refiners only");
  }
  Restarts restarts(data, options);
  check_start(start, data.columns());
  const std::vector<double> units(data.columns(), std::ldexp(1.0, -restarts.exponent()));
  const State scaled = std::visit([&](const auto& s) -> State { return in_units(s, units); }, start);
  const std::size_t K = std::visit([](const auto& s) { return s.size(); }, start);
  check_components(K, K, restarts.points());
  std::vector<Task> tasks{{K, refiners, {}, {}, {}}};
  restarts.run(tasks, &scaled);
  return summarise(tasks.front(), restarts, data, options.seed);
}

double value_of(const Criteria& criteria, Criterion criterion) {
  if (criterion == Criterion::bic) return criteria.bic;
  return criterion == Criterion::aic ? criteria.aic : criteria.icl;
}

Selection select(const DataView& data, std::size_t least, std::size_t most, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  Selection selection{fit_range(data, least, most, pipeline, options), 0};
  const auto preferred = [&](const Fit& a, const Fit& b) {
    const bool a_stands = a.best_restart().collapsed == 0, b_stands = b.best_restart().collapsed == 0;
    if (a_stands != b_stands) return a_stands;
    return value_of(a.criteria, criterion) < value_of(b.criteria, criterion);
  };
  for (std::size_t i = 1; i < selection.fits.size(); ++i) {
    if (preferred(selection.fits[i], selection.fits[selection.best])) selection.best = i;
  }
  return selection;
}

}  // namespace mixseed
