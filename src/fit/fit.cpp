// What is made of the attempts: which one is kept, and what is told of the others. Nothing numeric.
#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <string>

#include "fit/budget.h"
#include "fit/checks.h"
#include "fit/choice.h"
#include "fit/grid.h"
#include "fit/monotone.h"
#include "fit/rescale.h"
#include "fit/restarts.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/team.h"
#include "model/criteria.h"
#include "model/order.h"
#include "model/scaling.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostCandidates = 1'000'000;

std::string what(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

void put_in_order(Fit& fit, const FitOptions& options, bool was_given) {
  const Listing listing = options.listing.value_or(was_given ? Listing::start : Listing::weight);
  if (listing == Listing::start) return;
  const auto numbers = listing == Listing::weight ? by_weight(fit.model) : by_mean(fit.model);
  fit.model = in_order(fit.model, numbers);
  fit.initial = in_order(fit.initial, numbers);
}

// `unseen`: rows of the prior for every observation.
void shift_units(Attempt& attempt, int exponent, std::size_t dim, double unseen) {
  if (exponent == 0) return;
  const double shift = log_shift(exponent, dim);
  attempt.story.initial_log_likelihood += shift;
  attempt.story.final_log_likelihood += shift;
  attempt.story.penalised_log_likelihood += shift * (1 + unseen);
  const std::vector<double> units(dim, std::ldexp(1.0, exponent));
  if (attempt.model.size() > 0) {
    attempt.initial = in_units(std::move(attempt.initial), units);
    attempt.model = in_units(std::move(attempt.model), units);
  }
  for (Round& round : attempt.trace) {
    round.objective = in_callers_units(round.stage, round.objective, exponent, dim, unseen);
  }
}

// The last pass of em has summed up all that is needed.
Criteria criteria_of_attempt(const Attempt& attempt, const Restarts& restarts) {
  const double n = restarts.rows().observations();
  const double shift = n * log_shift(restarts.exponent(), attempt.model.dim);
  return criteria_of(attempt.model, attempt.log_likelihood + shift, attempt.certainty, n);
}

Fit summarise(Task& task, const Restarts& restarts, const FitOptions& options) {
  Fit fit;
  fit.method = task.pipeline.text();
  fit.seed = options.seed;
  fit.rows = restarts.rows().size();
  fit.columns = restarts.rows().dim();
  fit.resolution = restarts.recording().steps;
  fit.point_masses = restarts.recording().point_masses;
  std::size_t succeeded = 0;
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    task.attempts[r].story.index = static_cast<int>(r);
    if (task.failures[r]) task.attempts[r].story.error = what(task.failures[r]);
    succeeded += !task.failures[r];
  }
  fit.best = best_of(task);
  Attempt& winner = task.attempts[fit.best];
  if (options.criteria) fit.criteria = criteria_of_attempt(winner, restarts);
  std::size_t at_best = 0;
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    const double gap = task.attempts[r].story.final_log_likelihood - winner.story.final_log_likelihood;
    at_best += !task.failures[r] && std::abs(gap) <= kSameOptimum;
  }
  fit.share_at_best = static_cast<double>(at_best) / static_cast<double>(succeeded);
  const double unseen = unseen_rows(task, restarts.rows().observations());
  for (Attempt& attempt : task.attempts) {
    shift_units(attempt, restarts.exponent(), fit.columns, unseen);
    fit.restarts.push_back(attempt.story);
    if (options.traces) fit.traces.push_back(thinned(attempt.trace, kThinnedRounds));
  }
  fit.initial = std::move(winner.initial);
  fit.model = std::move(winner.model);
  fit.trace = std::move(winner.trace);
  put_in_order(fit, options, !task.pipeline.seeder || !options.known.nothing());
  if (restarts.exponent() != 0) check_variances(fit.model);
  return fit;
}

bool is_by_paper(const Pipeline& pipeline) {
  const Stage& em = pipeline.refiners.back();
  return refiner_of(em).estimation(em.parameters).rules == Rules::paper;
}

// The paper's rules know no recording steps.
Restarts restarts_for(Team& team, std::size_t components, std::span<const Pipeline> pipelines,
                      const FitOptions& options) {
  const Dataset X(team);
  check_memory(X.dim(), std::min(components, X.size()), pipelines);  // check_components tells of more
  if (std::all_of(pipelines.begin(), pipelines.end(), is_by_paper)) return {X, {}, options};
  Recording recording = recording_of(X, options.resolution);
  const Dataset recorded = X.recorded_in(recording.steps);
  return {recorded, std::move(recording), options};
}

Fit within_budget(Restarts& restarts, Task& task, const FitOptions& options) {
  const Spent spent = spend(*options.budget, restarts, task);
  Fit fit = summarise(task, restarts, options);
  fit.spent = spent;
  return fit;
}

// Every number of components with every pipeline.
std::vector<Fit> fit_each(Team& team, std::span<const std::size_t> ks, std::span<const Pipeline> pipelines,
                          const FitOptions& options) {
  const Pipeline& pipeline = pipelines.front();
  check_options(options);
  if (!pipeline.seeder) {
    throw Error(ErrorCode::usage, "method '" + pipeline.text() + "' has no seeder: expected one first, or a start");
  }
  check_ascending(ks);
  Restarts restarts = restarts_for(team, ks.back(), pipelines, options);
  const Dataset& X = restarts.rows();
  check_components(ks.front(), ks.back(), X);
  check_budget(options, ks.size() * pipelines.size());
  if (options.budget) {
    Task only{ks.front(), pipeline.resolved(X.dim(), ks.front(), X.observations()), {}, {}, {}};
    return {within_budget(restarts, only, options)};
  }
  std::vector<Task> tasks = tasks_of_grid(restarts, ks, pipelines);
  std::vector<Fit> fits;
  for (Task& task : tasks) fits.push_back(summarise(task, restarts, options));
  return fits;
}

}  // namespace

Fit fit(Team& team, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  return std::move(fit_each(team, {&components, 1}, {&pipeline, 1}, options).front());
}

Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  check_options(options);
  return fit(*team_of(data, options.threads), components, pipeline, options);
}

Fit fit(const DataView& data, std::size_t components, std::string_view method, const FitOptions& options) {
  return fit(data, components, Pipeline::parse(method), options);
}

Fit fit(const DataView& data, std::size_t components, const FitOptions& options) {
  return fit(data, components, "auto", options);
}

Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options) {
  return fit(*team_of(data, options.threads), starts, refiners, options);
}

Fit fit(Team& team, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options) {
  FitOptions own = options;
  own.restarts = static_cast<int>(starts.size());
  check_options(own);
  if (options.budget) throw Error(ErrorCode::usage, "budget: expected a method with a seeder, got a start");
  if (refiners.seeder) {
    throw Error(ErrorCode::usage,
                "method '" + refiners.text() + "' has a seeder, but a start is given: expected refiners only");
  }
  const std::size_t K = std::visit([](const auto& s) { return s.size(); }, starts.front());
  Restarts restarts = restarts_for(team, K, {&refiners, 1}, own);
  const std::size_t dim = restarts.rows().dim();
  const std::vector<double> units(dim, std::ldexp(1.0, -restarts.exponent()));
  std::vector<State> scaled;
  for (const State& start : starts) {
    check_start(start, dim, K);
    scaled.push_back(std::visit([&](const auto& s) -> State { return in_units(s, units); }, start));
  }
  check_components(K, K, restarts.rows());
  const Dataset& X = restarts.rows();
  std::vector<Task> tasks{{K, refiners.with_prior(dim, K, X.observations(), false), {}, {}, {}}};
  restarts.run(tasks, scaled);
  return summarise(tasks.front(), restarts, options);
}

Fit fit(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options) {
  check_options(options);
  return fit(data, std::vector<State>(static_cast<std::size_t>(options.restarts), start), refiners, options);
}

double value_of(const Criteria& criteria, Criterion criterion) {
  if (criterion == Criterion::bic) return criteria.bic;
  return criterion == Criterion::aic ? criteria.aic : criteria.icl;
}

Selection chosen_among(std::vector<Fit> fits, Criterion criterion) {
  Selection selection{std::move(fits), 0};
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

Selection select(Team& team, std::span<const std::size_t> components, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options) {
  return chosen_among(fit_each(team, components, {&pipeline, 1}, options), criterion);
}

Selection select(const DataView& data, std::span<const std::size_t> components, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  check_options(options);
  return select(*team_of(data, options.threads), components, criterion, pipeline, options);
}

Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_options(options);
  return select(*team_of(data, options.threads), components, families, criterion, pipeline, options);
}

Selection select(Team& team, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  if (families.empty()) throw Error(ErrorCode::usage, "covariance: expected at least one family, got none");
  std::vector<Pipeline> pipelines{pipeline};
  for (const std::string& family : families) {
    pipelines.push_back(pipeline);
    pipelines.back().refiners.back().parameters.set("covariance", family);
  }
  return chosen_among(fit_each(team, components, pipelines, options), criterion);
}

Selection select(const DataView& data, std::size_t least, std::size_t most, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  check_options(options);
  return select(*team_of(data, options.threads), least, most, criterion, pipeline, options);
}

Selection select(Team& team, std::size_t least, std::size_t most, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options) {
  if (least > most) {
    throw Error(ErrorCode::usage,
                "components: the range " + std::to_string(least) + ".." + std::to_string(most) + " is empty");
  }
  if (most - least >= kMostCandidates) {
    throw Error(ErrorCode::usage, "components: expected a range of at most " + std::to_string(kMostCandidates) +
                                      " numbers, got " + std::to_string(least) + ".." + std::to_string(most));
  }
  std::vector<std::size_t> components(most - least + 1);
  std::iota(components.begin(), components.end(), least);
  return select(team, components, criterion, pipeline, options);
}

}  // namespace mixseed
