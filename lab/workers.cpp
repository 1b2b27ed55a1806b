#include "lab/workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/portable.h"
#include "mixseed/error.h"
#include "mixseed/version.h"

namespace mixseed::lab {
namespace {

constexpr std::chrono::milliseconds kAcceptEvery{400};

using Pipelines = std::map<RuleSet, std::vector<std::string>>;

// Hands out the tasks in order, each with its rows. The first thread that needs a data set loads it; it is kept until
// its last task is handed out.
class TaskQueue {
 public:
  TaskQueue(const Plan& plan, std::vector<Task> tasks, const WorkOptions& options)
      : plan_(plan), tasks_(std::move(tasks)), options_(options) {}

  struct Job {
    Task task;
    std::shared_ptr<const LoadedData> loaded;
  };

  std::optional<Job> next() {
    std::unique_lock lock(mutex_);
    if (at_ == tasks_.size()) return std::nullopt;
    const Task task = tasks_[at_++];
    const bool is_first = !rows_.contains(task.data_set);
    std::promise<std::shared_ptr<const LoadedData>> promise;
    if (is_first) rows_[task.data_set] = promise.get_future().share();
    const auto rows = rows_[task.data_set];
    const bool is_last = at_ == tasks_.size() || tasks_[at_].data_set != task.data_set;
    if (is_last) rows_.erase(task.data_set);
    lock.unlock();
    if (is_first) {
      try {
        promise.set_value(std::make_shared<const LoadedData>(options_.load(plan_.data_sets[task.data_set])));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    return Job{task, rows.get()};
  }

 private:
  const Plan& plan_;
  std::vector<Task> tasks_;
  const WorkOptions& options_;
  std::mutex mutex_;
  std::size_t at_ = 0;
  std::map<std::uint32_t, std::shared_future<std::shared_ptr<const LoadedData>>> rows_;
};

// Runs that the threads have finished and `accept` has not taken yet.
class FinishedRuns {
 public:
  void add(StoredRun run) {
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(run));
  }
  void worker_ended(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (failure && !failure_) failure_ = std::move(failure);
    --workers_;
    changed_.notify_all();
  }
  void worker_started() {
    const std::lock_guard lock(mutex_);
    ++workers_;
  }
  // Waits kAcceptEvery, or until all threads have ended, which sets `all_ended`.
  std::vector<StoredRun> take(bool& all_ended) {
    std::unique_lock lock(mutex_);
    all_ended = changed_.wait_for(lock, kAcceptEvery, [this] { return workers_ == 0; });
    return std::exchange(runs_, {});
  }
  std::exception_ptr failure() {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<StoredRun> runs_;
  std::size_t workers_ = 0;
  std::exception_ptr failure_;
};

void work(const Plan& plan, const Pipelines& pipelines, TaskQueue& queue, FinishedRuns& finished,
          const std::atomic<bool>& stopped) {
  std::exception_ptr failure;
  try {
    while (!stopped) {
      const auto job = queue.next();
      if (!job) break;
      const Task& task = job->task;
      const DataSet& set = plan.data_sets[task.data_set];
      const std::string& pipeline = pipelines.at(task.rules)[task.method];
      const Outcome outcome =
          execute(*job->loaded, set.components, pipeline, task.seed, [&stopped] { return !stopped; });
      const RunKey key{set.key(), pipeline, task.seed, task.rules, std::string(kVersion)};
      finished.add({key, plan.methods[task.method].label, outcome});
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled) failure = std::current_exception();
  } catch (...) {
    failure = std::current_exception();
  }
  finished.worker_ended(failure);
}

}  // namespace

Pipelines pipelines_of(const Plan& plan) {
  Pipelines pipelines;
  for (const RuleSet rules : plan.rules) {
    for (const Method& method : plan.methods) pipelines[rules].push_back(pipeline_under(method.pipeline, rules));
  }
  return pipelines;
}

std::vector<Task> tasks_of(const Plan& plan) {
  std::vector<Task> tasks;
  tasks.reserve(plan.runs());
  for (std::uint32_t set = 0; set < plan.data_sets.size(); ++set) {
    for (const RuleSet rules : plan.rules) {
      for (std::uint32_t method = 0; method < plan.methods.size(); ++method) {
        for (std::uint32_t seed = 1; seed <= plan.seeds; ++seed) tasks.push_back({set, method, rules, seed});
      }
    }
  }
  return tasks;
}

void run_tasks(const Plan& plan, std::vector<Task> tasks, const WorkOptions& options) {
  TaskQueue queue(plan, std::move(tasks), options);
  const Pipelines pipelines = pipelines_of(plan);
  FinishedRuns finished;
  std::atomic<bool> stopped = false;
  const std::size_t jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<JoiningThread> threads;
  // Also after an exception the threads must stop before they are joined.
  struct Stop {
    std::atomic<bool>& flag;
    ~Stop() { flag = true; }
  } stop{stopped};
  for (std::size_t i = 0; i < jobs; ++i) {
    finished.worker_started();
    threads.emplace_back([&] { work(plan, pipelines, queue, finished, stopped); });
  }
  for (bool all_ended = false; !all_ended;) {
    if (!options.accept(finished.take(all_ended)) || finished.failure()) stopped = true;
  }
  if (finished.failure()) std::rethrow_exception(finished.failure());
}

}  // namespace mixseed::lab
