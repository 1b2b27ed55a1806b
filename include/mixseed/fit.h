// From rows to a mixture: pipelines, restarts, and the choice of the number of components.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/evaluate.h"
#include "mixseed/fit_options.h"
#include "mixseed/mixture.h"
#include "mixseed/names.h"
#include "mixseed/optimum.h"
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
  std::optional<BudgetUse> spent = std::nullopt;  // of a fit with a budget
  // The recording step of every column, estimated or given; 0 for continuous columns. No component is narrower than
  // rounding to these steps makes the data. Empty with rules=paper, which ignore steps.
  std::vector<double> resolution;
  std::vector<PointMass> point_masses;  // at most one for each column

  const Restart& best_restart() const { return restarts[best]; }
};

// The recording step of every column: 1 for integers, 0.1 for one decimal, 0 for continuous values
// (docs/integer-data.md). Pass it as FitOptions::resolution to fit a part of the rows, or rows drawn from a model, with
// the steps of all rows.
std::vector<double> recording_steps(const DataView& data, int threads = 0);

// Throws Error(usage) for fewer rows than components or no component, Error(input) for numbers that are not finite or
// invalid weights, Error(failed) when every restart failed. Memory beyond the data: one or two numbers per row, and a
// few models per thread. With FitOptions::missing = marginal see mixseed/missing.h.
Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options = {});
// With the default method, `auto`; and with one given as text.
Fit fit(const DataView& data, std::size_t components, const FitOptions& options = {});
Fit fit(const DataView& data, std::size_t components, std::string_view method, const FitOptions& options = {});

// From a given start; the pipeline holds refiners only.
Fit fit(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options = {});
// From several starts with the same number of components: one restart per start; options.restarts is ignored.
Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options = {});

// The model that follows from memberships, as a start for `fit`: one M-step with the repairs of `lift`.
// responsibilities: [rows][K], every row sums to 1 (within 1e-6); labels: one per row, 0 .. components-1. A component
// without rows stays at the data's mean. `family`: any word of a covariance family (mixseed/family.h). With missing
// values, rows without any number are ignored. Throws Error(input) for invalid memberships.
Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family,
                 int threads = 0, MissingValues missing = MissingValues::error);
Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads = 0, MissingValues missing = MissingValues::error);
Mixture estimate(const DataView& data, std::span<const double> responsibilities, Covariance covariance,
                 int threads = 0);
Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 Covariance covariance, int threads = 0);

enum class Criterion { bic, aic, icl };
template <>
inline constexpr std::array<std::string_view, 3> kNames<Criterion>{"bic", "aic", "icl"};

struct Selection {
  std::vector<Fit> fits;  // family by family; for each the numbers of components, ascending
  std::size_t best = 0;   // the smallest criterion, among the fits without collapsed components if there are any
};

double value_of(const Criteria& criteria, Criterion criterion);
// How candidates of a selection are ranked: by the criterion, those with collapsed components last.
Rank rank_of(const Fit& fit, Criterion criterion);

// Fits every number of components from `least` to `most`. Seeders whose shorter runs are beginnings of the longer ones
// (all but kwedlo) run once per restart for the whole range. Every fit is the one that `fit` alone would give, except
// that hac clusters one sample for the whole range, and except for the monotone repair:
//
// A larger mixture can always reach the likelihood of a smaller one. A fit that is worse than a fit with fewer
// components (by its own objective, penalised_log_likelihood), or that collapsed where the smaller one did not, is
// repaired: the smaller model with one component split in two is a further start, the last of Fit::restarts. If no
// split is better, the result is the smaller model itself with 0 rounds. So without a prior the likelihood never falls
// as the number of components grows; a prior that grows with it may lower the likelihood.
Selection select(const DataView& data, std::size_t least, std::size_t most, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options = {});
// The same for the listed numbers of components, ascending.
Selection select(const DataView& data, std::span<const std::size_t> components, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options = {});
// Every number of components (ascending) with every covariance family (names; see covariance_family_names). Restarts
// are seeded once, for the pipeline's own family, and all families start from these seeds. With `auto` and one restart
// there is one seeding for each shape of covariances, and every cell has short runs of its own. With `auto` or several
// restarts, a cell also tries the best models of families that differ in one letter. By its own objective a fit is at
// least as good as that of a family within its own (is_within) with the same number of components. So a cell depends on
// the listed families, and may differ from the fit of its family alone.
Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options = {});

}  // namespace mixseed
