#include "lab/compare.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lab/format.h"
#include "lab/workers.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed::lab {

namespace {

// The limit of a fit: a row of weight w counts as w observations.
double most_components(const DataView& data) {
  const auto rows = static_cast<double>(data.rows());
  double weight = 0;
  for (std::size_t i = 0; data.weights() && i < data.rows(); ++i) weight += data.weight(i);
  return std::max(rows, weight);
}

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorCode::usage, message); }

void check_methods(const std::vector<Method>& methods, std::size_t seeds) {
  if (methods.empty()) refuse("methods: expected at least one, got none");
  if (seeds < 1 || seeds > kMostSeeds) refuse(formatted("seeds: expected 1 to {}, got {}", kMostSeeds, seeds));
}

void check_any_succeeded(const std::vector<StoredRun>& runs) {
  const auto has_failed = [](const StoredRun& run) { return !run.outcome.error.empty(); };
  if (!std::all_of(runs.begin(), runs.end(), has_failed)) return;
  throw Error(ErrorCode::failed, "every run failed: " + runs.front().outcome.error);
}

}  // namespace

void check_components(const DataView& data, std::size_t components) {
  if (components < 1) refuse("components: expected at least 1, got 0");
  if (static_cast<double>(components) > most_components(data)) {
    refuse(formatted("components: expected at most one per row ({} rows), got {}", data.rows(), components));
  }
}

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

Results compare_on(std::size_t parts, std::size_t components, const std::vector<Method>& methods,
                   const CompareOptions& options, const std::function<LoadedData(std::size_t part)>& load) {
  check_methods(methods, options.seeds);
  Plan plan{.name = "compare", .methods = methods, .seeds = options.seeds, .rules = {options.rules}};
  std::map<std::string, std::size_t> part_of;
  for (std::size_t part = 0; part < parts; ++part) {
    plan.data_sets.push_back({components, {}, FileSource{.name = formatted("part{:04}", part)}});
    part_of[plan.data_sets.back().key()] = part;
  }
  std::vector<StoredRun> runs;
  bool was_stopped = false;
  WorkOptions work{.jobs = options.jobs};
  work.load = [&](const DataSet& set) { return load(part_of.at(set.key())); };
  work.accept = [&](std::vector<StoredRun> some) {
    std::move(some.begin(), some.end(), std::back_inserter(runs));
    was_stopped = options.observer && !options.observer(runs.size(), plan.runs());
    return !was_stopped;
  };
  run_tasks(plan, tasks_of(plan), work);
  if (was_stopped) throw Error(ErrorCode::cancelled, "cancelled");
  std::sort(runs.begin(), runs.end(), [](const StoredRun& a, const StoredRun& b) {
    return std::tie(a.key.data, a.key.pipeline, a.key.seed) < std::tie(b.key.data, b.key.pipeline, b.key.seed);
  });
  check_any_succeeded(runs);
  return results_of(runs);
}

Results compare(const DataView& data, std::size_t components, const std::vector<Method>& methods,
                const CompareOptions& options) {
  check_methods(methods, options.seeds);
  check_components(data, components);
  return compare_on(1, components, methods, options, [&](std::size_t) { return load_view(data); });
}

}  // namespace mixseed::lab
