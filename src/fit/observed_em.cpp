#include "fit/observed_em.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "fit/stages.h"
#include "fit/stopwatch.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "model/prior.h"
#include "refine/loop.h"
#include "refine/squarem.h"
#include "team/local.h"

namespace mixseed {
namespace {

using Numbers = std::vector<double>;

constexpr int kRoundsOfGaussian = 1000;
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
  const Inspection inspection = inspection_of(rows);
  check_range(inspection);
  const int exponent = extreme_exponent(inspection);
  if (exponent != 0) rows.multiply(std::ldexp(1.0, -exponent));
  return exponent;
}

// EM's loop on the observed values.
struct EmOnObserved {
  const ObservedRows& rows;
  const Data& filled;  // for the number of observations
  const Family& family;
  const Floor& floor;
  const Prior& prior;
  Pool& pool;
  std::size_t raised = 0;  // components that the last update raised to the floor

  LoopResult run(const LoopLimits& limits, const Parameters& parameters, Journal& journal, Squarem& squarem,
                 bool accelerated, Mixture& theta) {
    LocalTeam team(filled.view, pool);
    const Dataset X(team);
    Rng unused(0);
    Refining in{X, parameters, unused, journal};
    return iterate(
        in, limits, theta, [&](const Mixture& model) { return expect(rows, model, family.second, pool); },
        [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
          Mixture next = maximise(moments, family, before, &floor, prior, repairs);
          raised = family.floor_method != Family::FloorMethod::eigenvalues ? repairs.floored : 0;
          return accelerated ? squarem.accelerate(before, std::move(next)) : next;
        },
        squarem, [&](const Mixture& model) { return prior.log_likelihood(model); });
  }
};

Mixture most_likely_gaussian(const ObservedRows& rows, const Data& filled, Pool& pool) {
  const DataSummary summary = summary_by_column(rows);
  const Floor floor(summary, kDefaultFloor);
  const Prior none(summary, 0, 1);
  const Family& family = family_of(Covariance::full);
  Mixture theta{Covariance::full, rows.dim(), {1.0}, summary.mean, summary.covariance};
  floor.raise(theta);
  Squarem squarem(family, floor, summary, kPlainRoundsNearEnd);
  Journal unread({});
  EmOnObserved{rows, filled, family, floor, none, pool}.run(
      {.stage = "em", .rounds = kRoundsOfGaussian, .tol = kTolOfGaussian, .may_fall = false},
      Parameters(method_named("em")), unread, squarem, true, theta);
  return theta;
}

}  // namespace

ObservedData::ObservedData(const DataView& data, const FitOptions& options)
    : pool_(options.threads),
      rows_(data, true),
      weighted_(data.weights() != nullptr),
      exponent_(unit_of(rows_)),
      gaussian_(most_likely_gaussian(rows_, filled_by_means(), pool_)),
      filled_by_gaussian_(with_values(posterior_of(rows_, gaussian_, pool_).filled)) {
  recording_ = recording_of(observed_values(ObservedRows(data, true)), rows_.observations(), options.resolution);
  summary_ = summary_of(gaussian_.means, gaussian_.covariances);
  summary_.rounding_root = rounding_root(steps());
}

std::vector<double> ObservedData::steps() const {
  Numbers steps = recording_.steps;
  for (double& step : steps) step = std::ldexp(step, -exponent_);
  return steps;
}

Data ObservedData::filled_by_means() const {
  const Numbers means = summary_by_column(rows_).mean;
  Numbers values;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < means.size(); ++j) {
      const double value = rows_.row(i)[j];
      values.push_back(std::isnan(value) ? means[j] : value);
    }
  }
  return with_values(std::move(values));
}

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
  Squarem squarem(family, floor, summary_,
                  p.choice("acceleration") == "early" ? kPlainRoundsNearEnd : kPlainRoundsObserved);
  Journal journal(report);
  EmOnObserved em_loop{rows_, filled_by_gaussian_, family, floor, prior, pool};
  Mixture theta = start;
  const LoopResult end = em_loop.run({.stage = "em",
                                      .rounds = p.integer("rounds"),
                                      .tol = p.number("tol"),
                                      .score_the_last = true,
                                      .may_fall = false,
                                      .free_steps = is_feasible(theta, family, floor) ? 0 : 1},
                                     p, journal, squarem, p.choice("acceleration") != "plain", theta);
  Attempt attempt;
  em_result(end, start, theta, floor, rows_.observations(), em_loop.raised).copy_to(attempt.restart);
  attempt.restart.repairs = journal.repairs();
  attempt.restart.seconds.em = attempt.restart.seconds.total = watch.seconds();
  attempt.initial = start;
  attempt.model = std::move(theta);
  attempt.trace = journal.trace();
  attempt.log_likelihood = end.total;
  attempt.certainty = end.certainty;
  check_finite(attempt);
  return attempt;
}

CallersUnit ObservedData::callers_unit(double prior, std::size_t components) const {
  const double n = rows_.observations(), pseudo_numbers = prior * static_cast<double>(components * rows_.dim());
  const double shift = -rows_.numbers() / n * exponent_ * std::numbers::ln2;
  return {exponent_, shift, shift - pseudo_numbers / n * exponent_ * std::numbers::ln2};
}

Data ObservedData::with_values(std::vector<double> values) const {
  const Data data = Data::from(std::move(values), rows_.size(), rows_.dim());
  return weighted_ ? data.weighted(rows_.weights()) : data;
}

}  // namespace mixseed
