// One fit: options and data are checked, a task runs its restarts, and the best one is reported.
#include <cmath>
#include <optional>

#include "fit/auto.h"
#include "fit/budget.h"
#include "fit/checks.h"
#include "fit/observed.h"
#include "fit/restarts.h"
#include "fit/result.h"
#include "mixseed/team.h"
#include "model/density.h"
#include "model/scaling.h"

namespace mixseed {

Fit fit(Team& team, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  check_options(options);
  check_seeder(pipeline);
  Restarts restarts = restarts_for(team, components, {&pipeline, 1}, options);
  const Dataset& X = restarts.rows();
  check_components(components, components, X);
  check_budget(options, 1);
  std::vector<Task> tasks{{components, pipeline.resolved(X.dim(), components, X.observations())}};
  Task& task = tasks.front();
  std::optional<BudgetUse> spent;
  if (options.budget) {
    spent = spend(*options.budget, restarts, task);
  } else {
    restarts.run(tasks, {});
  }
  Fit result = result_of(task, restarts);
  result.spent = spent;
  return result;
}

Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options) {
  if (options.missing == MissingValues::marginal) {
    const auto fit_filled = [&](const DataView& rows, const Pipeline& shorter, const FitOptions& each) {
      return std::vector<Fit>{fit(rows, components, shorter, each)};
    };
    return std::move(observed::fit_each(data, {&components, 1}, {}, pipeline, options, fit_filled).front());
  }
  check_options(options);
  return fit(*team_of(data, options.threads), components, pipeline, options);
}

Fit fit(const DataView& data, std::size_t components, std::string_view method, const FitOptions& options) {
  return fit(data, components, Pipeline::parse(method), options);
}

Fit fit(const DataView& data, std::size_t components, const FitOptions& options) {
  return fit(data, components, "auto", options);
}

Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options) {
  if (options.missing == MissingValues::marginal) return observed::fit(data, starts, refiners, options);
  return fit(*team_of(data, options.threads), starts, refiners, options);
}

Fit fit(Team& team, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options) {
  FitOptions each = options;
  each.restarts = static_cast<int>(starts.size());
  check_options(each);
  require(!options.budget, ErrorCode::usage, "budget: expected a method with a seeder, got a start");
  require(!refiners.seeder, ErrorCode::usage, "method '{}' has a seeder, but a start is given: expected refiners only",
          refiners.text());
  const std::size_t K = size_of(starts.front());
  Restarts restarts = restarts_for(team, K, {&refiners, 1}, each);
  const std::size_t dim = restarts.rows().dim();
  const std::vector<double> units(dim, std::ldexp(1.0, -restarts.exponent()));
  std::vector<State> scaled;
  for (const State& start : starts) {
    check_start(start, dim, K);
    scaled.push_back(std::visit([&](const auto& s) -> State { return in_units(s, units); }, start));
  }
  check_components(K, K, restarts.rows());
  const Dataset& X = restarts.rows();
  std::vector<Task> tasks{{K, with_prior(refiners, dim, K, X.observations(), false)}};
  restarts.run(tasks, scaled);
  return result_of(tasks.front(), restarts);
}

Fit fit(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options) {
  if (options.missing == MissingValues::marginal) return observed::fit(data, {&start, 1}, refiners, options);
  check_options(options);
  return fit(data, std::vector<State>(static_cast<std::size_t>(options.restarts), start), refiners, options);
}

}  // namespace mixseed
