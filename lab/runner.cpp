#include "lab/runner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "lab/format.h"
#include "lab/text.h"
#include "lab/workers.h"
#include "mixseed/error.h"
#include "mixseed/version.h"

namespace mixseed::lab {
namespace {

using Clock = std::chrono::steady_clock;

// Tasks of the shard that the store does not have.
std::vector<Task> open_tasks(const Plan& plan, const Store& store, const Shard& shard, RunProgress& progress) {
  const auto pipelines = pipelines_of(plan);
  Store::RunKeys known;
  std::size_t known_set = plan.data_sets.size();
  std::vector<Task> open;
  for (const Task& task : tasks_of(plan)) {
    if (task.data_set % shard.count != shard.index - 1) continue;
    ++progress.wanted;
    if (task.data_set != known_set) {
      known_set = task.data_set;
      known = store.finished_runs(plan.data_sets[known_set].key(), std::string(kVersion));
    }
    if (known.contains({pipelines.at(task.rules)[task.method], task.rules, task.seed})) {
      ++progress.skipped;
    } else {
      open.push_back(task);
    }
  }
  return open;
}

}  // namespace

Shard Shard::parse(const std::string& text) {
  const auto [index, count] = split_at(text, "/");
  const Shard shard{whole_in(index, "the part"), whole_in(count, "the number of parts")};
  if (shard.index < 1 || shard.index > shard.count) {
    throw Error(ErrorCode::usage, formatted("a shard is written as 1/4 to 4/4, got '{}'", text));
  }
  return shard;
}

RunProgress status(const Plan& plan, const Store& store) {
  RunProgress progress;
  open_tasks(plan, store, {}, progress);
  return progress;
}

RunProgress run(const Plan& plan, Store& store, const RunnerOptions& options) {
  const auto begin = Clock::now();
  RunProgress progress;
  WorkOptions work{.jobs = options.jobs};
  work.accept = [&](const std::vector<StoredRun>& runs) {
    if (!runs.empty()) store.add(runs);
    progress.done += runs.size();
    for (const StoredRun& one : runs) progress.failed += !one.outcome.error.empty();
    progress.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return !options.observer || options.observer(progress);
  };
  run_tasks(plan, open_tasks(plan, store, options.shard, progress), work);
  return progress;
}

}  // namespace mixseed::lab
