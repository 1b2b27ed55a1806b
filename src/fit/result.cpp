#include "fit/result.h"

#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "mixseed/optimum.h"
#include "model/criteria.h"
#include "model/order.h"
#include "model/scaling.h"

namespace mixseed {
namespace {

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

// `was_given`: the start, or a part of it.
void sort_components(Fit& fit, const FitOptions& options, bool was_given) {
  const Listing listing = options.listing.value_or(was_given ? Listing::start : Listing::weight);
  if (listing == Listing::start) return;
  const auto numbers = listing == Listing::weight ? by_weight(fit.model) : by_mean(fit.model);
  fit.model = in_order(fit.model, numbers);
  fit.initial = in_order(fit.initial, numbers);
}

void convert(Attempt& attempt, const CallersUnit& unit, double observations) {
  if (unit.exponent == 0) return;
  attempt.restart.initial_log_likelihood += unit.shift;
  attempt.restart.final_log_likelihood += unit.shift;
  attempt.restart.penalised_log_likelihood += unit.penalised_shift;
  attempt.log_likelihood += observations * unit.shift;
  for (Round& round : attempt.trace) round.objective = unit.objective(round.stage, round.objective);
  if (attempt.model.size() == 0) return;
  const AffineMap map = AffineMap::times(attempt.model.dim, std::ldexp(1.0, unit.exponent));
  attempt.initial = in_units(std::move(attempt.initial), map);
  attempt.model = in_units(std::move(attempt.model), map);
}

// The share of the successful attempts that ended at the optimum of the best one.
double share_at_best(const Task& task, const Restart& best) {
  std::size_t succeeded = 0, at_best = 0;
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    if (task.failures[r]) continue;
    ++succeeded;
    const double gap = task.attempts[r].restart.final_log_likelihood - best.final_log_likelihood;
    at_best += std::abs(gap) <= kSameOptimum;
  }
  return static_cast<double>(at_best) / static_cast<double>(succeeded);
}

}  // namespace

Fit result_of(Task& task, const FittedData& data, const FitOptions& options) {
  Fit fit;
  fit.method = task.pipeline.text();
  fit.seed = options.seed;
  fit.rows = data.rows;
  fit.columns = data.columns;
  fit.resolution = data.recording.steps;
  fit.point_masses = data.recording.point_masses;
  fit.best = best_of(task);
  fit.share_at_best = share_at_best(task, task.attempts[fit.best].restart);
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    Attempt& attempt = task.attempts[r];
    attempt.restart.index = static_cast<int>(r);
    if (task.failures[r]) {
      attempt.restart.error = message_of(task.failures[r]);
    } else {
      convert(attempt, data.unit, data.observations);
    }
    fit.restarts.push_back(attempt.restart);
    if (options.traces) fit.traces.push_back(thinned(attempt.trace, kThinnedRounds));
  }
  Attempt& winner = task.attempts[fit.best];
  if (options.criteria) {  // from the sums of the last E-step
    fit.criteria = criteria_of(winner.model, winner.log_likelihood, winner.certainty, data.observations);
  }
  fit.initial = std::move(winner.initial);
  fit.model = std::move(winner.model);
  fit.trace = std::move(winner.trace);
  sort_components(fit, options, !task.pipeline.seeder || !options.known.empty());
  if (data.unit.exponent != 0) check_variances(fit.model);
  return fit;
}

Fit result_of(Task& task, const Restarts& restarts) {
  const Dataset& X = restarts.rows();
  const CallersUnit unit = callers_unit(restarts.exponent(), X.dim(), prior_rows(task, X.observations()));
  return result_of(task, {X.size(), X.dim(), X.observations(), restarts.recording(), unit}, restarts.options());
}

}  // namespace mixseed
