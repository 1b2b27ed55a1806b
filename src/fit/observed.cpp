// Fits and evaluations of rows with missing numbers.
#include "pass/observed.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fit/attempt.h"
#include "fit/checks.h"
#include "fit/choice.h"
#include "fit/recording.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/missing.h"
#include "model/criteria.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "model/order.h"
#include "refine/loop.h"
#include "team/local.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kRoundsAlone = 1000;
constexpr double kTolAlone = 1e-9;
constexpr std::size_t kRowsOfComponent = 2;  // times D + 1: fewer whole rows are no start

LiftOptions checked(const Pipeline& pipeline) {
  const Stage& em = pipeline.refiners.back();
  const LiftOptions options = refiner_of(em).lifting(em.parameters);
  if (options.noise > 0) throw Error(ErrorCode::usage, "missing values: expected no noise component");
  if (options.rules == Rules::paper) {
    throw Error(ErrorCode::usage, "missing values: expected rules=default, got rules=paper");
  }
  return options;
}

// The best single Gaussian.
Mixture alone(const ObservedRows& rows, Pool& pool) {
  const Facts facts = facts_by_column(rows);
  const Floor floor(facts, kDefaultFloor);
  Mixture theta{Covariance::full, rows.dim(), {1.0}, facts.mean, facts.covariance};
  floor.raise(theta);
  double before = -std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRoundsAlone; ++round) {
    const Tally tally = expect(rows, theta, Moments::Second::full, pool);
    const double likelihood = tally.moments.objective / rows.observations();
    if (likelihood - before < kTolAlone) break;
    before = likelihood;
    Repairs unreported;
    theta = maximise(tally.moments, family_of(Covariance::full), theta, &floor, unreported);
  }
  return theta;
}

std::vector<DistinctValues> observed_values(const ObservedRows& rows) {
  std::vector<DistinctValues> columns;
  for (std::size_t j = 0; j < rows.dim(); ++j) {
    Values values, weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isnan(rows.row(i)[j])) continue;
      values.push_back(rows.row(i)[j]);
      weights.push_back(rows.weight(i));
    }
    columns.push_back(distinct_of(values, weights));
  }
  return columns;
}

Facts recorded(Facts facts, const std::vector<double>& steps) {
  facts.rounding_root = rounding_root(steps);
  return facts;
}

// What is observed, and the filled rows that starts are made from.
class Problem {
 public:
  Problem(const DataView& data, const Pipeline& pipeline, const FitOptions& options)
      : options_(options),
        ending_(checked(pipeline)),
        em_(pipeline.refiners.back()),
        pool_(options.threads),
        rows_(data, true),
        weighted_(data.weights() != nullptr),
        gaussian_(alone(rows_, pool_)),
        recording_(recording_of(observed_values(rows_), rows_.observations(), options.resolution)),
        facts_(recorded(facts_of(gaussian_.means, gaussian_.covariances), recording_.steps)),
        filled_(filled(sight_of(rows_, gaussian_, pool_).filled)) {}

  // The steps of what is observed: filled numbers lie between them.
  FitOptions options() const {
    FitOptions own = options_;
    own.resolution = recording_.steps;
    return own;
  }

  // What starts are found on: all rows, with the means that a single Gaussian gives in place of what is missing, and
  // with draws from it, for means lie on planes; and the whole rows, if they are enough for so many components.
  std::vector<Data> sources(std::size_t components) const {
    std::vector<Data> all{filled_};
    const std::vector<std::size_t> whole = whole_rows();
    if (whole.size() == rows_.size()) return all;
    all.push_back(filled(filled_by_draws(rows_, gaussian_, Rng(options_.seed), pool_)));
    if (whole.size() >= kRowsOfComponent * components * (rows_.dim() + 1)) all.push_back(these(whole));
    return all;
  }
  const DataView& filled() const { return filled_.view; }

  // From the fit of the filled rows to that of the observed.
  Fit observed(Fit fit) {
    const Family& family = family_of(fit.model);
    const Floor floor(facts_, ending_.floor);
    LocalTeam team(filled_.view, pool_);
    const Frame X(team);
    Rng unused(0);
    Journal journal([&](std::string_view stage, int round, int rounds, double objective) {
      tell(fit, stage, round, rounds, objective);
    });
    Refining in{X, em_.parameters, unused, journal};
    Mixture theta = fit.model;
    const LoopLimits limits{.stage = "em",
                            .rounds = em_.parameters.integer("rounds"),
                            .tol = em_.parameters.number("tol"),
                            .score_the_last = true,
                            .may_fall = false,
                            .free_steps = 1};
    const LoopEnd end = iterate(
        in, limits, theta, [&](const Mixture& model) { return expect(rows_, model, family.second, pool_); },
        [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
          return maximise(moments, family, before, &floor, repairs);
        });
    return taken(std::move(fit), std::move(theta), end, floor, journal);
  }

 private:
  Data filled(Values values) const {
    const Data data = Data::from(std::move(values), rows_.size(), rows_.dim());
    return weighted_ ? data.weighted(rows_.weights()) : data;
  }

  std::vector<std::size_t> whole_rows() const {
    std::vector<std::size_t> whole;
    for (const ObservedRows::Chunk& chunk : rows_.chunks()) {
      if (chunk.seen.size() == rows_.dim()) whole.insert(whole.end(), chunk.rows.begin(), chunk.rows.end());
    }
    return whole;
  }

  Data these(const std::vector<std::size_t>& numbers) const {
    Values values, weights;
    for (const std::size_t i : numbers) {
      values.insert(values.end(), rows_.row(i), rows_.row(i) + rows_.dim());
      weights.push_back(rows_.weight(i));
    }
    return Data::from(std::move(values), numbers.size(), rows_.dim()).weighted(std::move(weights));
  }

  Fit taken(Fit fit, Mixture theta, const LoopEnd& end, const Floor& floor, const Journal& journal) const {
    Restart& best = fit.restarts[fit.best];
    best.initial_log_likelihood = end.first_objective;
    best.final_log_likelihood = end.last_objective;
    best.rounds = end.rounds;
    best.converged = end.converged;
    best.collapsed = floor.collapsed(theta, rows_.observations());
    best.repairs += journal.repairs();
    fit.rows = rows_.size();
    fit.initial = std::move(fit.model);
    fit.trace.insert(fit.trace.end(), journal.trace().begin(), journal.trace().end());
    fit.criteria = criteria_of(theta, end.total, end.certainty, rows_.observations());
    const bool by_weight_again = options_.listing.value_or(Listing::weight) == Listing::weight;
    const std::vector<std::size_t> order = by_weight_again ? by_weight(theta) : by_mean(theta);
    const bool stays = options_.listing == Listing::start;
    fit.point_masses = recording_.point_masses;
    fit.initial = stays ? std::move(fit.initial) : in_order(fit.initial, order);
    fit.model = stays ? std::move(theta) : in_order(theta, order);
    return fit;
  }

  void tell(const Fit& fit, std::string_view stage, int round, int rounds, double objective) const {
    if (!options_.observer) return;
    const Progress progress{fit.model.size(), 0, 1, stage, round, rounds, objective, 1, 0, 1, 1};
    if (!options_.observer(progress)) throw Error(ErrorCode::cancelled, "cancelled");
  }

  const FitOptions& options_;
  LiftOptions ending_;
  const Stage& em_;
  mutable Pool pool_;
  ObservedRows rows_;
  bool weighted_;
  Mixture gaussian_;
  Recording recording_;
  Facts facts_;
  Data filled_;
};

const Mixture& without_noise_only(const Mixture& mixture) {
  check(mixture);
  if (mixture.noise) throw Error(ErrorCode::usage, "missing values: expected a mixture without noise");
  return mixture;
}

Sight seen(const Mixture& mixture, const DataView& data, int threads) {
  without_noise_only(mixture);
  if (mixture.dim != data.columns()) {
    throw Error(ErrorCode::input, "the mixture has " + std::to_string(mixture.dim) + " columns, the data have " +
                                      std::to_string(data.columns()));
  }
  Pool pool(threads);
  return sight_of(ObservedRows(data, false), mixture, pool);
}

// fits(rows) -> std::vector<Fit>, for every source of starts; of each what the best becomes.
template <typename Fits>
std::vector<Fit> best_of_sources(Problem& problem, std::size_t most, const Fits& fits) {
  std::vector<Fit> best;
  for (const Data& source : problem.sources(most)) {
    std::vector<Fit> all = fits(source.view);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Fit one = problem.observed(std::move(all[i]));
      if (i == best.size()) {
        best.push_back(std::move(one));
      } else if (better(one.best_restart(), best[i].best_restart())) {
        best[i] = std::move(one);
      }
    }
  }
  return best;
}

}  // namespace

Fit fit_observed(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  return select_observed(data, {&components, 1}, {}, Criterion::bic, pipeline, options).fits.front();
}

Fit fit_observed(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options) {
  Problem problem(data, refiners, options);
  return problem.observed(fit(problem.filled(), start, refiners.with(EmOptions{.rounds = 0}), problem.options()));
}

Selection select_observed(const DataView& data, std::span<const std::size_t> components,
                          std::span<const std::string> families, Criterion criterion, const Pipeline& pipeline,
                          const FitOptions& options) {
  check_memory(data.columns(), 1, {&pipeline, 1});
  Problem problem(data, pipeline, options);
  const FitOptions own = problem.options();
  const auto fits = [&](const DataView& rows) {
    return families.empty() ? select(rows, components, criterion, pipeline, own).fits
                            : select(rows, components, families, criterion, pipeline, own).fits;
  };
  const std::size_t most = components.empty() ? 0 : components.back();
  return chosen_among(best_of_sources(problem, most, fits), criterion);
}

std::vector<double> score_rows_observed(const Mixture& mixture, const DataView& data, int threads) {
  return seen(mixture, data, threads).log_densities;
}

std::vector<double> responsibilities_observed(const Mixture& mixture, const DataView& data, int threads) {
  return seen(mixture, data, threads).responsibilities;
}

std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads) {
  return seen(mixture, data, threads).filled;
}

Prediction predict_observed(const Mixture& mixture, const DataView& data, int threads) {
  Sight sight = seen(mixture, data, threads);
  const std::size_t K = mixture.size();
  Prediction all;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double* shares = sight.responsibilities.data() + i * K;
    const auto best = static_cast<std::size_t>(std::max_element(shares, shares + K) - shares);
    all.components.push_back(best);
    all.certainties.push_back(shares[best]);
    all.squared_distances.push_back(sight.squared_distances[i * K + best]);
  }
  all.log_densities = std::move(sight.log_densities);
  return all;
}

Criteria criteria_observed(const Mixture& mixture, const DataView& data, int threads) {
  without_noise_only(mixture);
  Pool pool(threads);
  const ObservedRows rows(data, true);
  const Tally tally = expect(rows, mixture, Moments::Second::none, pool);
  return criteria_of(mixture, tally.moments.objective, tally.certainty, rows.observations());
}

}  // namespace mixseed
