// Executes the runs of a plan on threads, one fit per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lab/data_set.h"
#include "lab/plan.h"
#include "lab/run.h"

namespace mixseed::lab {

// One run of a plan; indices into its lists.
struct Task {
  std::uint32_t data_set;
  std::uint32_t method;
  RuleSet rules;
  std::uint32_t seed;
};

// Every run of the plan, a data set at a time.
std::vector<Task> tasks_of(const Plan& plan);

// Under each rule, the text of each method.
std::map<RuleSet, std::vector<std::string>> pipelines_of(const Plan& plan);

struct WorkOptions {
  std::size_t jobs = 0;  // 0: one per hardware thread
  // The rows of a data set; called once for each, by one of the threads.
  std::function<LoadedData(const DataSet&)> load = lab::load;
  // Called on the calling thread more than twice a second with the runs finished since; false stops the work.
  std::function<bool(std::vector<StoredRun>)> accept;
};

// Tasks of one data set must be adjacent. Rethrows an exception of a thread or of `accept`.
void run_tasks(const Plan& plan, std::vector<Task> tasks, const WorkOptions& options);

}  // namespace mixseed::lab
