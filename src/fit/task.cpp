#include "fit/task.h"

#include <algorithm>

#include "fit/stages.h"
#include "mixseed/error.h"

namespace mixseed {

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
    if (best == task.attempts.size() || better(task.attempts[r].story, task.attempts[best].story)) best = r;
  }
  if (best == task.attempts.size()) std::rethrow_exception(task.failures.front());
  return best;
}

const Attempt& best_attempt(const Task& task) { return task.attempts[best_of(task)]; }

double prior_rows(const Task& task, double observations) {
  return estimation_of(task.pipeline).prior * static_cast<double>(task.components) / observations;
}

}  // namespace mixseed
