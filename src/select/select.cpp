// Fits of several numbers of components and covariance families, and the choice among them by a criterion.
#include <numeric>
#include <string>

#include "fit/checks.h"
#include "fit/observed.h"
#include "fit/result.h"
#include "mixseed/optimum.h"
#include "mixseed/team.h"
#include "select/grid.h"

namespace mixseed {
namespace {

constexpr std::size_t kMostCandidates = 1'000'000;

// Every number of components with every family; no families: the pipeline's own.
Selection chosen(Team& team, std::span<const std::size_t> ks, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  std::vector<Pipeline> pipelines{pipeline};  // as in tasks_of_grid
  for (const std::string& family : families) pipelines.push_back(pipeline.with(EmOptions{.covariance = family}));
  check_options(options);
  check_seeder(pipeline);
  check_ascending(ks);
  if (ks.size() * pipelines.size() == 1) return {{fit(team, ks.front(), pipeline, options)}, 0};
  Restarts restarts = restarts_for(team, ks.back(), pipelines, options);
  check_components(ks.front(), ks.back(), restarts.rows());
  check_budget(options, ks.size() * pipelines.size());
  std::vector<Fit> fits;
  for (Task& task : tasks_of_grid(restarts, ks, pipelines, criterion)) {
    fits.push_back(result_of(task, restarts));
  }
  return chosen_among(std::move(fits), criterion);
}

Selection chosen(const DataView& data, std::span<const std::size_t> ks, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  if (options.missing == MissingValues::marginal) {
    const auto fit_filled = [&](const DataView& rows, const Pipeline& shorter, const FitOptions& each) {
      return chosen(rows, ks, families, Criterion::bic, shorter, each).fits;
    };
    return chosen_among(observed::fit_each(data, ks, families, pipeline, options, fit_filled), criterion);
  }
  check_options(options);
  return chosen(*team_of(data, options.threads), ks, families, criterion, pipeline, options);
}

void check_families(std::span<const std::string> families) {
  require(!families.empty(), ErrorCode::usage, "covariance: expected at least one family, got none");
}

std::vector<std::size_t> numbers_from(std::size_t least, std::size_t most) {
  require(least <= most, ErrorCode::usage, "components: the range {}..{} is empty", least, most);
  require(most - least < kMostCandidates, ErrorCode::usage,
          "components: expected a range of at most {} numbers, got {}..{}", kMostCandidates, least, most);
  std::vector<std::size_t> components(most - least + 1);
  std::iota(components.begin(), components.end(), least);
  return components;
}

}  // namespace

double value_of(const Criteria& criteria, Criterion criterion) {
  if (criterion == Criterion::bic) return criteria.bic;
  return criterion == Criterion::aic ? criteria.aic : criteria.icl;
}

Rank rank_of(const Fit& fit, Criterion criterion) {
  return {fit.best_restart().collapsed == 0, -value_of(fit.criteria, criterion)};
}

Selection chosen_among(std::vector<Fit> fits, Criterion criterion) {
  Selection selection{std::move(fits), 0};
  for (std::size_t i = 1; i < selection.fits.size(); ++i) {
    if (ranks_above(rank_of(selection.fits[i], criterion), rank_of(selection.fits[selection.best], criterion))) {
      selection.best = i;
    }
  }
  return selection;
}

Selection select(Team& team, std::span<const std::size_t> components, Criterion criterion, const Pipeline& pipeline,
                 const FitOptions& options) {
  return chosen(team, components, {}, criterion, pipeline, options);
}

Selection select(const DataView& data, std::span<const std::size_t> components, Criterion criterion,
                 const Pipeline& pipeline, const FitOptions& options) {
  return chosen(data, components, {}, criterion, pipeline, options);
}

Selection select(Team& team, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_families(families);
  return chosen(team, components, families, criterion, pipeline, options);
}

Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options) {
  check_families(families);
  return chosen(data, components, families, criterion, pipeline, options);
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
