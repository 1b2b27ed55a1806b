#include "select/cell.h"

#include <utility>

#include "fit/stages.h"

namespace mixseed {

std::vector<Cell> cells_of(std::vector<Task>& tasks) {
  std::vector<Cell> cells;
  for (Task& task : tasks) {
    const Family* family = estimation_of(task.pipeline).family;
    cells.push_back({&task, family, &covariance_family(family->name)});
  }
  return cells;
}

bool is_sound(const Task& task) { return has_model(task) && best_attempt(task).story.collapsed == 0; }

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

}  // namespace mixseed
