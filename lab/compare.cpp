#include "lab/compare.h"

#include <algorithm>
#include <tuple>

#include "lab/format.h"
#include "lab/workers.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed::lab {

namespace {

// As many as a fit accepts: a row of weight w is w observations.
double most_components(const DataView& data) {
  const auto rows = static_cast<double>(data.rows());
  double weight = 0;
  for (std::size_t i = 0; data.weights() && i < data.rows(); ++i) weight += data.weight(i);
  return std::max(rows, weight);
}

void check_comparison(const DataView& data, std::size_t components, const std::vector<Method>& methods,
                      std::size_t seeds) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorCode::usage, message); };
  if (methods.empty()) refuse("methods: expected at least one, got none");
  if (seeds < 1 || seeds > kMostSeeds) refuse(formatted("seeds: expected 1 to {}, got {}", kMostSeeds, seeds));
  if (components < 1) refuse("components: expected at least 1, got 0");
  if (static_cast<double>(components) > most_components(data)) {
    refuse(formatted("components: expected at most one per row ({} rows), got {}", data.rows(), components));
  }
}

void check_any_succeeded(const std::vector<StoredRun>& runs) {
  const auto has_failed = [](const StoredRun& run) { return !run.outcome.error.empty(); };
  if (!std::all_of(runs.begin(), runs.end(), has_failed)) return;
  throw Error(ErrorCode::failed, "every run failed: " + runs.front().outcome.error);
}

}  // namespace

std::vector<Method> methods_to_compare() {
  std::vector<Method> methods{{"auto", "auto"}};
  const Stage usual_em = Pipeline::parse("em").refiners.back();
  for (const Method& method : table_methods()) {
    Pipeline pipeline = Pipeline::parse(method.pipeline);
    pipeline.refiners.back() = usual_em;
    methods.push_back({method.label, pipeline.text()});
  }
  return methods;
}

Results compare(const DataView& data, std::size_t components, const std::vector<Method>& methods,
                const CompareOptions& options) {
  check_comparison(data, components, methods, options.seeds);
  Plan plan{.name = "compare", .methods = methods, .seeds = options.seeds, .rules = {options.rules}};
  plan.data_sets.push_back({components, {}, FileSource{.name = "data"}});
  std::vector<StoredRun> runs;
  bool was_stopped = false;
  WorkOptions work{.jobs = options.jobs};
  work.load = [&](const DataSet&) { return borrowed(data); };
  work.accept = [&](std::vector<StoredRun> some) {
    std::move(some.begin(), some.end(), std::back_inserter(runs));
    was_stopped = options.observer && !options.observer(runs.size(), plan.runs());
    return !was_stopped;
  };
  work_off(plan, tasks_of(plan), work);
  if (was_stopped) throw Error(ErrorCode::cancelled, "cancelled");
  std::sort(runs.begin(), runs.end(), [](const StoredRun& a, const StoredRun& b) {
    return std::tie(a.key.pipeline, a.key.seed) < std::tie(b.key.pipeline, b.key.seed);
  });
  check_any_succeeded(runs);
  return results_of(runs);
}

}  // namespace mixseed::lab
