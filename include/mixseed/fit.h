// From rows to a mixture: pipelines, restarts, and the choice of the number of components.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/budget.h"
#include "mixseed/data.h"
#include "mixseed/evaluate.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "mixseed/restart.h"

namespace mixseed {

// A value that more rows of a column share than a Gaussian can describe: zeros in an otherwise continuous column, or
// either value of a column with two values.
struct PointMass {
  std::size_t column = 0;
  double value = 0;
  double share = 0;         // of the observations
  bool two_values = false;  // the column has exactly two values
};

struct Fit {
  std::string method;  // canonical text, `auto` resolved
  std::uint64_t seed = 0;
  std::size_t rows = 0, columns = 0;
  Mixture initial;  // the model that entered em, its components in the order of `model`
  Mixture model;
  Criteria criteria;  // of `model`
  Trace trace;        // of the best restart
  // With FitOptions::traces: one per restart, thinned; empty for a restart that failed.
  std::vector<Trace> traces;
  // Index of the restart with the highest likelihood among those without collapsed components, or among all when each
  // has some. The likelihood of a collapsed component is bounded by the floor only and says nothing about the data.
  std::size_t best = 0;
  std::vector<Restart> restarts;
  // The share of the successful restarts whose likelihood is within 1e-4 nats per row of the best one's.
  double share_at_best = 0;
  std::optional<Spent> spent = std::nullopt;  // of a fit with a budget
  // The recording step of every column, estimated or given; 0 for continuous columns. No component is narrower than
  // rounding to these steps makes the data. Empty with rules=paper, which ignore steps.
  std::vector<double> resolution;
  std::vector<PointMass> point_masses;  // one at most for each column

  const Restart& best_restart() const { return restarts[best]; }
};

struct Progress {
  std::size_t components;
  int restart, restarts;
  std::string_view stage;  // the name of a refiner, or of the seeder
  int round, rounds;       // of a seeder: components placed, and components requested
  double objective;        // NaN while seeding
  // Of the whole work, all restarts and numbers of components: the finished share, which never falls; the estimated
  // seconds left, NaN until there is an estimate; the finished runs and all runs. Until the first run has ended, the
  // estimate assumes that every run takes its maximum number of rounds.
  double share = 0, seconds_left = 0;
  std::size_t ended = 0, runs = 1;
  // With a budget (then passes > 0): passes so far, the best mean log-likelihood per row (NaN at first), and the number
  // of starts that ended at it.
  double passes = 0, best = 0;
  std::size_t found = 0;
};

// Parameters that replace those of every start before em; an empty vector replaces nothing. Lengths are those of
// Mixture, with covariances in the layout of em's family.
struct Known {
  std::vector<double> weights, means, covariances;
  bool nothing() const { return weights.empty() && means.empty() && covariances.empty(); }
};

// The order of a fitted model's components: by descending weight, by ascending mean (first column first), or that of
// the start.
enum class Listing { weight, mean, start };

struct FitOptions {
  std::uint64_t seed = 0;
  int restarts = 1;
  int threads = 0;  // 0: one per hardware thread. The result does not depend on it.
  // Called once per round, and once per component while seeding, never by two threads at once; false cancels the fit
  // (Error(cancelled)).
  std::function<bool(const Progress&)> observer = {};
  // Default: by weight, or that of the start when a start or parameters of it are given.
  std::optional<Listing> listing = std::nullopt;
  Known known = {};      // replaces parameters of the start
  bool criteria = true;  // false: Fit::criteria stays empty, which saves a pass over the data
  bool traces = false;   // true: Fit::traces has up to about 200 rounds of every restart
  // Replaces `restarts`: starts and perturbations of the best model until the budget is used up, or until further
  // starts are unlikely to find a better optimum. The first start is always seeded as without a budget, so a budget
  // that it fits into never ends lower than that fit. A run that the budget interrupts has not converged. For one
  // number of components and a pipeline with a seeder.
  std::optional<Budget> budget = std::nullopt;
  // The recording step of every column, or one for all; 0 means continuous. Default: estimated from the data.
  std::optional<std::vector<double>> resolution = std::nullopt;
  // With a budget: asked between passes, by one thread; true ends the fit with the best model so far.
  std::function<bool()> enough = {};
};

// The recording step of every column: 1 for integers, 0.1 for one decimal, 0 for continuous values
// (docs/integer-data.md). For fits of a part of the rows, or of rows drawn from a model, that are to keep the steps of
// the whole.
std::vector<double> recording_steps(const DataView& data, int threads = 0);

// Throws Error(usage) when there are fewer rows than components or no component at all, Error(input) for NaN,
// infinite numbers or impossible weights, Error(failed) when every restart failed. Memory beyond the data: one or
// two numbers per row, and a few models per thread.
Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options = {});
// With the default method, `auto`; and with one given as text.
Fit fit(const DataView& data, std::size_t components, const FitOptions& options = {});
Fit fit(const DataView& data, std::size_t components, std::string_view method, const FitOptions& options = {});

// From a given start; the pipeline holds refiners only.
Fit fit(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options = {});
// From several starts with as many components each: one restart per start, whatever options.restarts says.
Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options = {});

// The model that memberships say, as a start for `fit`: one step of maximisation, with the repairs of `lift`.
// responsibilities: [rows][K], every row sums to 1 (within 1e-6); labels: one per row, 0 .. components-1. A component
// without rows stays at the data's mean. Throws Error(input) for memberships that are none.
Mixture estimate(const DataView& data, std::span<const double> responsibilities, Covariance covariance,
                 int threads = 0);
Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 Covariance covariance, int threads = 0);

// The same for a covariance family (mixseed/family.h), by any of its words.
Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family,
                 int threads = 0);
Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads = 0);

enum class Criterion { bic, aic, icl };

struct Selection {
  std::vector<Fit> fits;  // one per number of components, ascending
  std::size_t best =
      0;  // index of the smallest criterion, among the fits without collapsed components if there are any
};

double value_of(const Criteria& criteria, Criterion criterion);

// Fits every number of components from `least` to `most`. Seeders whose shorter runs are beginnings of the longer
// ones (all but kwedlo) seed once per restart for the whole range; every fit is the one that `fit` alone would give,
// except that hac clusters one sample for the whole range, and except for what is mended:
//
// More components can always be as likely as fewer. A fit that is worse than the model of one with fewer components, by
// its own objective (penalised_log_likelihood), or that has collapsed where that one has not, is tried again from it
// with one of its components split in two. The best of these, or that model itself with 0 rounds, is a further restart
// (the last of Fit::restarts). So without a prior the likelihood never falls as the number of components grows, and a
// fit without collapsed components is found wherever a smaller one has none. A prior that grows with the number of
// components may lower the likelihood.
Selection select(const DataView& data, std::size_t least, std::size_t most, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options = {});
// Every number of components (ascending) with every covariance family (names; see covariance_family_names), in the
// order of the families and then of the numbers. The restarts are seeded once, for the family that the pipeline itself
// says; every family goes on from these seeds. With `auto` and one restart there is a seeding for each shape of
// covariances instead (matrices by its search, the others by `quick`), and with `auto` every cell also has a short
// rehearsal of its own. With `auto` or several restarts a cell tries the best models of the families that differ from
// its own in one letter: what a few rounds of em from there promise is carried on. Beside the promise above: by its
// own objective a fit is at least as good as the model of as many components of a family within its own (is_within).
// No cell is left out. A cell depends on the families that are listed beside its own, and may differ from the fit of
// its family alone.
Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options = {});
// The same for the listed numbers of components, ascending.
Selection select(const DataView& data, std::span<const std::size_t> components, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options = {});

}  // namespace mixseed
