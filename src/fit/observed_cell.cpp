#include "fit/observed_cell.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mixseed/optimum.h"
#include "model/criteria.h"
#include "model/order.h"

namespace mixseed {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::size_t best_attempt(const ObservedCell& cell) {
  std::size_t best = kNone;
  for (std::size_t r = 0; r < cell.attempts.size(); ++r) {
    if (cell.failures[r]) continue;
    if (best == kNone || better(cell.attempts[r].story, cell.attempts[best].story)) best = r;
  }
  if (best == kNone) std::rethrow_exception(cell.failures.front());
  return best;
}

double share_near(const ObservedCell& cell, const Restart& best) {
  double succeeded = 0, near = 0;
  for (std::size_t r = 0; r < cell.attempts.size(); ++r) {
    if (cell.failures[r]) continue;
    ++succeeded;
    near += std::abs(cell.attempts[r].story.final_log_likelihood - best.final_log_likelihood) <= kSameOptimum;
  }
  return near / succeeded;
}

void list_components(Fit& fit, Listing listing) {
  if (listing == Listing::start) return;
  const std::vector<std::size_t> order = listing == Listing::weight ? by_weight(fit.model) : by_mean(fit.model);
  fit.initial = in_order(fit.initial, order);
  fit.model = in_order(fit.model, order);
}

}  // namespace

Fit summarised(ObservedCell& cell, const ObservedData& data, const FitOptions& options, bool was_given) {
  Fit fit;
  fit.method = cell.method;
  fit.seed = options.seed;
  fit.rows = data.rows().size();
  fit.columns = data.rows().dim();
  fit.resolution = data.recording().steps;
  fit.point_masses = data.recording().point_masses;
  fit.best = best_attempt(cell);
  Attempt& winner = cell.attempts[fit.best];
  fit.share_at_best = share_near(cell, winner.story);
  const double prior = std::max(cell.em.parameters.number("prior"), 0.0);
  for (std::size_t r = 0; r < cell.attempts.size(); ++r) {
    Attempt& attempt = cell.attempts[r];
    attempt.story.index = static_cast<int>(r);
    if (cell.failures[r]) {
      attempt.story.error = message_of(cell.failures[r]);
    } else {
      data.to_callers_units(attempt, prior);
    }
    fit.restarts.push_back(attempt.story);
    if (options.traces) fit.traces.push_back(thinned(attempt.trace, kThinnedRounds));
  }
  fit.criteria = criteria_of(winner.model, winner.log_likelihood, winner.certainty, data.rows().observations());
  fit.initial = std::move(winner.initial);
  fit.model = std::move(winner.model);
  fit.trace = std::move(winner.trace);
  list_components(fit, options.listing.value_or(was_given ? Listing::start : Listing::weight));
  return fit;
}

}  // namespace mixseed
