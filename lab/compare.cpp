#include "lab/compare.h"

#include <algorithm>
#include <tuple>

#include "lab/workers.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed::lab {

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
  return results_of(runs);
}

}  // namespace mixseed::lab
