// Fits of several numbers of components and covariance families, and the choice among them by a criterion.
#include <numeric>
#include <string>

#include "fit/checks.h"
#include "fit/result.h"
#include "mixseed/error.h"
#include "mixseed/optimum.h"
#include "mixseed/team.h"
#include "select/choice.h"
#include "select/grid.h"
#include "select/observed_grid.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostCandidates = 1'000'000;

// Every number of components with every family; `pipelines` as in tasks_of_grid.
std::vector<Fit> fit_all(Team& team, std::span<const std::size_t> ks, std::span<const Pipeline> pipelines,
                         Criterion criterion, const FitOptions& options) {
  check_options(options);
  check_seeder(pipelines.front());
  check_ascending(ks);
  if (ks.size() * pipelines.size() == 1) return {fit(team, ks.front(), pipelines.front(), options)};
  Restarts restarts = restarts_for(team, ks.back(), pipelines, options);
  check_components(ks.front(), ks.back(), restarts.rows());
  check_budget(options, ks.size() * pipelines.size());
  std::vector<Task> tasks = tasks_of_grid(restarts, ks, pipelines, criterion);
  std::vector<Fit> fits;
  for (Task& task : tasks) fits.push_back(result_of(task, restarts, options));
  return fits;
}

void check_families(std::span<const std::string> families) {
  if (families.empty()) throw Error(ErrorCode::usage, "covariance: expected at least one family, got none");
}

std::vector<std::size_t> numbers_from(std::size_t least, std::size_t most) {
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
  return components;
}

}  // namespace

double value_of(const Criteria& criteria, Criterion criterion) {
  if (criterion == Criterion::bic) return criteria.bic;
  return criterion == Criterion::aic ? criteria.aic : criteria.icl;
}

Selection chosen_among(std::vector<Fit> fits, Criterion criterion) {
  Selection selection{std::move(fits), 0};
  const auto rank = [&](const Fit& fit) {
    return Rank{fit.best_restart().collapsed == 0, -value_of(fit.criteria, criterion)};
  };
  for (std::size_t i = 1; i < selection.fits.size(); ++i) {
    if (ranks_above(rank(selection.fits[i]), rank(selection.fits[selection.best]))) selection.best = i;
  }
  return selection;
}

Selection select(Team& team, std::span<const std::size_t> components, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options) {
  return chosen_among(fit_all(team, components, {&pipeline, 1}, criterion, options), criterion);
}

Selection select(const DataView& data, std::span<const std::size_t> components, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  if (options.missing == MissingValues::marginal) {
    return observed::select(data, components, {}, criterion, pipeline, options);
  }
  check_options(options);
  return select(*team_of(data, options.threads), components, criterion, pipeline, options);
}

Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_families(families);
  if (options.missing == MissingValues::marginal) {
    return observed::select(data, components, families, criterion, pipeline, options);
  }
  check_options(options);
  return select(*team_of(data, options.threads), components, families, criterion, pipeline, options);
}

Selection select(Team& team, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_families(families);
  std::vector<Pipeline> pipelines{pipeline};
  for (const std::string& family : families) {
    pipelines.push_back(pipeline);
    pipelines.back().refiners.back().parameters.set("covariance", family);
  }
  return chosen_among(fit_all(team, components, pipelines, criterion, options), criterion);
}

Selection select(const DataView& data, std::size_t least, std::size_t most, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  return select(data, numbers_from(least, most), criterion, pipeline, options);
}

Selection select(Team& team, std::size_t least, std::size_t most, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options) {
  return select(team, numbers_from(least, most), criterion, pipeline, options);
}

}  // namespace mixseed
