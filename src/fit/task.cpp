#include "fit/task.h"

#include <algorithm>
#include <utility>

#include "fit/stages.h"
#include "mixseed/error.h"
#include "mixseed/family.h"

namespace mixseed {

std::size_t Task::add_attempts(std::size_t count) {
  attempts.resize(attempts.size() + count);
  failures.resize(attempts.size());
  return attempts.size() - count;
}

void run_attempt(Task& task, std::size_t r, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    task.failures[r] = std::current_exception();
  } catch (...) {
    task.failures[r] = std::current_exception();
  }
}

bool has_model(const Task& task) {
  return std::any_of(task.failures.begin(), task.failures.end(), [](const auto& failure) { return !failure; });
}

std::size_t best_of(const Task& task) {
  std::size_t best = task.attempts.size();
  for (std::size_t r = 0; r < task.attempts.size(); ++r) {
    if (task.failures[r]) continue;
    if (best == task.attempts.size() || ranks_above(task.attempts[r].restart, task.attempts[best].restart)) best = r;
  }
  if (best == task.attempts.size()) std::rethrow_exception(task.failures.front());
  return best;
}

const Attempt& best_attempt(const Task& task) { return task.attempts[best_of(task)]; }

bool is_sound(const Task& task) { return has_model(task) && best_attempt(task).restart.collapsed == 0; }

void drop_extra_attempts(Task& task, std::size_t restarts) {
  if (task.attempts.size() <= restarts) return;
  const std::size_t best = best_of(task);
  const bool extra_is_best = best >= restarts;
  if (extra_is_best) {
    std::swap(task.attempts[restarts], task.attempts[best]);
    std::swap(task.failures[restarts], task.failures[best]);
  }
  task.attempts.resize(restarts + extra_is_best);
  task.failures.resize(restarts + extra_is_best);
}

const Family& family_of(const Task& task) { return *estimation_of(task.pipeline).family; }

bool is_within(const Task& a, const Task& b) {
  return is_within(covariance_family(family_of(a).name), covariance_family(family_of(b).name));
}

double prior_rows(const Task& task, double observations) {
  return estimation_of(task.pipeline).prior * static_cast<double>(task.components) / observations;
}

}  // namespace mixseed
