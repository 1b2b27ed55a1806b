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

// A value that too many rows of a column share for a Gaussian to describe it: zeros of a column that is continuous
// otherwise, or either value of a column that has two.
struct PointMass {
  std::size_t column = 0;
  double value = 0;
  double share = 0;         // of the observations
  bool two_values = false;  // the column has no other value than this one and another
};

struct Fit {
  std::string method;  // canonical text, `auto` resolved
  std::uint64_t seed = 0;
  std::size_t rows = 0, columns = 0;
  Mixture initial;  // the model that entered em, its components in the order of `model`
  Mixture model;
  Criteria criteria;  // of `model`
  Trace trace;        // of the best restart
  // Of every restart, when FitOptions::traces asked for them; thinned, and empty for one that failed.
  std::vector<Trace> traces;
  // The best restart has the highest likelihood among those without collapsed components, or among all when each has
  // some: the likelihood of a component that collapses is as high as the floor lets it be, and says nothing.
  std::size_t best = 0;
  std::vector<Restart> restarts;
  // The share of the successful restarts whose likelihood is within 1e-4 nats per row of the best one's.
  double share_at_best = 0;
  std::optional<Spent> spent = std::nullopt;  // of a fit with a budget
  // The recording step of every column, as found in the data or given; 0 for continuous columns. No component is
  // narrower than rounding to these steps makes the data. Empty under rules=paper, which know no steps.
  std::vector<double> resolution;
  std::vector<PointMass> point_masses;  // one at most for each column

  const Restart& best_restart() const { return restarts[best]; }
};

struct Progress {
  std::size_t components;
  int restart, restarts;
  std::string_view stage;  // the name of a refiner, or of the seeder
  int round, rounds;       // of a seeder: components found so far, and wanted
  double objective;        // NaN while seeding
  // Of the whole work, all restarts of all numbers of components: the share that is done, which never falls; the
  // seconds that the rest may take, NaN as long as nothing is known, and before a run has ended what its most rounds
  // would take; and how many of the runs have ended.
  double share = 0, seconds_left = 0;
  std::size_t ended = 0, runs = 1;
  // Of a fit with a budget, whose passes are above 0: those so far, the best mean log-likelihood per row (NaN as long
  // as there is none), and how many starts have ended there.
  double passes = 0, best = 0;
  std::size_t found = 0;
};

// What is known of the model that enters em; what is empty is left to the start. Lengths as in Mixture, the covariances
// in the layout of em's type.
struct Known {
  std::vector<double> weights, means, covariances;
  bool nothing() const { return weights.empty() && means.empty() && covariances.empty(); }
};

// How the components of a fitted model are listed: by descending weight, by their means, ascending, the first column
// first, or as the start had them.
enum class Listing { weight, mean, start };

struct FitOptions {
  std::uint64_t seed = 0;
  int restarts = 1;
  int threads = 0;  // 0: as many as the machine has. The result does not depend on it.
  // Called once per round, and once per component while seeding, never by two threads at once; false cancels the fit
  // (Error(cancelled)).
  std::function<bool(const Progress&)> observer = {};
  // Not given: by weight, unless there is a start or something is known of it.
  std::optional<Listing> listing = std::nullopt;
  Known known = {};      // takes the place of what the start says
  bool criteria = true;  // false: Fit::criteria stays empty, which saves a pass over the data
  bool traces = false;   // true: Fit::traces has up to about 200 rounds of every restart
  // Instead of `restarts`: starts, and kicks of the best so far, as many as it allows, or fewer once it is likely that
  // starts find nothing new. The first start is that of a fit without a budget and is always seeded; a budget that it
  // fits into never ends lower than that fit. What is cut short has not converged. For one number of components and a
  // pipeline with a seeder.
  std::optional<Budget> budget = std::nullopt;
  // The recording step of every column, one number for all, or not given: found in the data. 0 means continuous.
  std::optional<std::vector<double>> resolution = std::nullopt;
  // With a budget: asked between passes, by one thread; true ends it, and the best so far is the result.
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
