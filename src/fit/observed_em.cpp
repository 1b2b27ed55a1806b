#include "fit/observed_em.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "fit/rescale.h"
#include "fit/stages.h"
#include "fit/stopwatch.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "model/prior.h"
#include "model/scaling.h"
#include "refine/loop.h"
#include "refine/squarem.h"
#include "team/local.h"

namespace mixseed {
namespace {

using Numbers = std::vector<double>;

constexpr int kRoundsOfGaussian = 1000, kPlainRoundsOfGaussian = 3;
constexpr double kTolOfGaussian = 1e-8;
// Plain rounds before the first leap, as in em (src/refine/em.cpp).
constexpr int kPlainRoundsObserved = 20, kPlainRoundsNearEnd = 3;

std::vector<DistinctValues> observed_values(const ObservedRows& rows) {
  std::vector<DistinctValues> columns;
  for (std::size_t j = 0; j < rows.dim(); ++j) {
    Numbers values, weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isnan(rows.row(i)[j])) continue;
      values.push_back(rows.row(i)[j]);
      weights.push_back(rows.weight(i));
    }
    columns.push_back(distinct_of(values, weights));
  }
  return columns;
}

int unit_of(ObservedRows& rows) {
  const Inspection inspection = inventory_of(rows);
  check_range(inspection);
  const int exponent = extreme_exponent(inspection);
  if (exponent != 0) rows.multiply(std::ldexp(1.0, -exponent));
  return exponent;
}

Numbers filled_by(const ObservedRows& rows, const Numbers& means) {
  Numbers values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.dim(); ++j) {
      const double value = rows.row(i)[j];
      values.push_back(std::isnan(value) ? means[j] : value);
    }
  }
  return values;
}

// The arguments of the EM loop: a data set, for its number of observations, and a journal.
struct LoopContext {
  LoopContext(const Data& filled, Pool& pool, Journal& journal, const Parameters& parameters)
      : team(filled.view, pool), X(team), in{X, parameters, unused, journal} {}

  LocalTeam team;
  Dataset X;
  Rng unused{0};
  Refining in;
};

Mixture most_likely_gaussian(const ObservedRows& rows, const Data& filled, Pool& pool) {
  const DataSummary summary = facts_by_column(rows);
  const Floor floor(summary, kDefaultFloor);
  const Family& family = family_of(Covariance::full);
  Mixture theta{Covariance::full, rows.dim(), {1.0}, summary.mean, summary.covariance};
  floor.raise(theta);
  Squarem squarem(family, floor, summary, kPlainRoundsOfGaussian);
  const MethodInfo& em = method_named("em");
  const Parameters parameters(em);
  Journal journal({});
  LoopContext context(filled, pool, journal, parameters);
  iterate(
      context.in, {.stage = "em", .rounds = kRoundsOfGaussian, .tol = kTolOfGaussian, .may_fall = false}, theta,
      [&](const Mixture& model) { return expect(rows, model, family.second, pool); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        return squarem.accelerate(before, maximise(moments, family, before, &floor, repairs));
      },
      squarem);
  return theta;
}

DataSummary summary_with_steps(const Mixture& gaussian, const Numbers& steps) {
  DataSummary summary = summary_of(gaussian.means, gaussian.covariances);
  summary.rounding_root = rounding_root(steps);
  return summary;
}

}  // namespace

ObservedData::ObservedData(const DataView& data, const FitOptions& options)
    : pool_(options.threads),
      rows_(data, true),
      weighted_(data.weights() != nullptr),
      exponent_(unit_of(rows_)),
      recording_(),
      gaussian_(most_likely_gaussian(rows_, filled_by_means(), pool_)),
      summary_(),
      filled_by_gaussian_(with_values(posterior_of(rows_, gaussian_, pool_).filled)) {
  recording_ = recording_of(observed_values(ObservedRows(data, true)), rows_.observations(), options.resolution);
  summary_ = summary_with_steps(gaussian_, steps());
}

std::vector<double> ObservedData::steps() const {
  Numbers steps = recording_.steps;
  for (double& step : steps) step = std::ldexp(step, -exponent_);
  return steps;
}

Data ObservedData::filled_by_means() const { return with_values(filled_by(rows_, facts_by_column(rows_).mean)); }

Data ObservedData::filled_by_model(const Mixture& theta, const Rng& rng, Pool& pool) const {
  return with_values(filled_by_draws(rows_, theta, rng, pool));
}

Data ObservedData::complete_rows() const {
  Numbers values, weights;
  for (const ObservedRows::Chunk& chunk : rows_.chunks()) {
    if (chunk.seen.size() < rows_.dim()) continue;
    for (const std::size_t i : chunk.rows) {
      values.insert(values.end(), rows_.row(i), rows_.row(i) + rows_.dim());
      weights.push_back(rows_.weight(i));
    }
  }
  const std::size_t count = weights.size();
  const Data data = Data::from(std::move(values), count, rows_.dim());
  return weighted_ ? data.weighted(std::move(weights)) : data;
}

bool ObservedData::is_complete() const {
  return rows_.chunks().front().seen.size() == rows_.dim() && rows_.chunks().back().seen.size() == rows_.dim();
}

Attempt ObservedData::run_em(const Mixture& start, const Stage& em, Pool& pool, const Journal::Report& report) const {
  const Stopwatch watch;
  const Parameters& p = em.parameters;
  const EstimationOptions options = refiner_of(em).estimation(p);
  const Family& family = *options.family;
  const Floor floor(summary_, options.floor);
  const Prior prior(summary_, options.prior, start.size());
  const bool accelerated = p.choice("acceleration") != "plain";
  Squarem squarem(family, floor, summary_,
                  p.choice("acceleration") == "early" ? kPlainRoundsNearEnd : kPlainRoundsObserved);
  Journal journal(report);
  LoopContext context(filled_by_gaussian_, pool, journal, p);
  std::size_t held = 0;  // components that the last update raised to the floor
  Mixture theta = start;
  const LoopResult end = iterate(
      context.in,
      {.stage = "em",
       .rounds = p.integer("rounds"),
       .tol = p.number("tol"),
       .score_the_last = true,
       .may_fall = false,
       .free_steps = is_feasible(theta, family, floor) ? 0 : 1},
      theta, [&](const Mixture& model) { return expect(rows_, model, family.second, pool); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        Mixture next = maximise(moments, family, before, &floor, prior, repairs);
        held = family.floor_method != Family::FloorMethod::eigenvalues ? repairs.floored : 0;
        return accelerated ? squarem.accelerate(before, std::move(next)) : next;
      },
      squarem, [&](const Mixture& model) { return prior.log_likelihood(model); });
  Attempt attempt;
  em_result(end, start, theta, floor, rows_.observations(), held).copy_to(attempt.story);
  attempt.story.repairs = journal.repairs();
  attempt.story.seconds.em = attempt.story.seconds.total = watch.seconds();
  attempt.initial = start;
  attempt.model = std::move(theta);
  attempt.trace = journal.trace();
  attempt.log_likelihood = end.total;
  attempt.certainty = end.certainty;
  check_finite(attempt);
  return attempt;
}

double ObservedData::log_shift() const {
  return -rows_.numbers() / rows_.observations() * exponent_ * std::numbers::ln2;
}

void ObservedData::to_callers_units(Attempt& attempt, double prior) const {
  if (exponent_ == 0) return;
  const double n = rows_.observations(), shift = log_shift();
  const double pseudo_numbers = prior * static_cast<double>(attempt.model.size() * rows_.dim());
  const double penalised_shift = shift - pseudo_numbers / n * exponent_ * std::numbers::ln2;
  attempt.story.initial_log_likelihood += shift;
  attempt.story.final_log_likelihood += shift;
  attempt.story.penalised_log_likelihood += penalised_shift;
  attempt.log_likelihood += n * shift;
  for (Round& round : attempt.trace) round.objective += penalised_shift;
  const Numbers units(rows_.dim(), std::ldexp(1.0, exponent_));
  attempt.initial = in_units(std::move(attempt.initial), units);
  attempt.model = in_units(std::move(attempt.model), units);
}

Data ObservedData::with_values(std::vector<double> values) const {
  const Data data = Data::from(std::move(values), rows_.size(), rows_.dim());
  return weighted_ ? data.weighted(rows_.weights()) : data;
}

}  // namespace mixseed
