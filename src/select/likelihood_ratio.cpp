// McLachlan, "On bootstrapping the likelihood ratio test statistic for the number of components in a normal mixture",
// Applied Statistics 36, 1987.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "fit/checks.h"
#include "fit/replications.h"
#include "mixseed/fit.h"
#include "mixseed/team.h"
#include "pass/team.h"
#include "select/starts.h"

namespace mixseed {
namespace {

constexpr std::uint64_t kFittingStream = 1;  // of a replication; resample() has 0

// Of the fits by the pipeline, and by its last stage from the given starts, the most likely one without collapsed
// components.
std::optional<Fit> most_likely(Team& team, std::size_t dim, std::size_t components, double rows,
                               const Pipeline& pipeline, std::span<const State> starts, const FitOptions& options) {
  Pipeline em;
  em.refiners = {pipeline.resolved(dim, components, rows).refiners.back()};
  const auto rank = [](const Fit& fit) { return Rank{fit.best_restart().collapsed == 0, fit.criteria.log_likelihood}; };
  Fit best = fit(team, components, pipeline, options), other = fit(team, starts, em, options);
  if (ranks_above(rank(other), rank(best))) best = std::move(other);
  return rank(best).sound ? std::optional(std::move(best)) : std::nullopt;
}

std::optional<double> statistic_of(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                                   const FitOptions& options) {
  const std::shared_ptr<Team> team = team_of(data, options.threads);
  const double rows = observations_of(data);
  const std::vector<State> start{model};
  const auto fewer = most_likely(*team, model.dim, model.size(), rows, pipeline, start, options);
  if (!fewer) return std::nullopt;
  const std::vector<State> splits = split_starts(fewer->model, model.size() + 1, Dataset(*team).summary());
  const auto more = most_likely(*team, model.dim, model.size() + 1, rows, pipeline, splits, options);
  if (!more) return std::nullopt;
  // A prior may make the larger fit less likely; the smaller model with one component duplicated is as likely.
  return 2 * std::max(0.0, more->criteria.log_likelihood - fewer->criteria.log_likelihood);
}

// Rounds drawn rows to the recording steps, counted from the values of the first row of the data.
void round_to_steps(Resample& drawn, const DataView& data, const std::vector<double>& steps) {
  const std::size_t D = data.columns();
  for (std::size_t i = 0; i < drawn.values.size(); ++i) {
    const double step = steps[steps.size() == 1 ? 0 : i % D], origin = data.at(0, i % D);
    if (step > 0) drawn.values[i] = origin + step * std::round((drawn.values[i] - origin) / step);
  }
}

}  // namespace

RatioTest ratio_test(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                     const BootstrapOptions& options) {
  check(model);
  check_options(options);
  require(pipeline.seeder.has_value(), ErrorCode::usage, "method '{}' has no seeder: expected one first",
          pipeline.text());
  const std::vector<double> steps = options.resolution ? *options.resolution : recording_steps(data, options.threads);
  const FitOptions fitting{
      .seed = options.seed, .restarts = options.restarts, .threads = options.threads, .resolution = steps};
  const auto statistic = statistic_of(data, model, pipeline, fitting);
  require(statistic.has_value(), ErrorCode::failed,
          "ratio test: the data could not be fitted without collapsed components");
  RatioTest test{.statistic = *statistic, .replications = {}};
  const Rng rng(options.seed);
  test.replications = replicate<double>(options, [&](std::size_t b) {
    Resample drawn = resample(data, model, Resampling::model, rng.split(b));
    round_to_steps(drawn, data, steps);
    FitOptions each = fitting;
    each.seed = rng.split(b).split(kFittingStream).bits();
    each.threads = 1;
    return statistic_of(drawn.view, model, pipeline, each);
  });
  test.failed = options.replications - test.replications.size();
  const auto above = std::count_if(test.replications.begin(), test.replications.end(),
                                   [&](double value) { return value >= test.statistic; });
  test.p_value = static_cast<double>(1 + above) / static_cast<double>(1 + test.replications.size());
  return test;
}

}  // namespace mixseed
