// A task of a grid with its covariance family.
#pragma once

#include <cstddef>
#include <vector>

#include "fit/restarts.h"
#include "mixseed/family.h"
#include "model/family.h"

namespace mixseed {

struct Cell {
  Task* task;
  const Family* family;
  const FamilyInfo* info;
};

std::vector<Cell> cells_of(std::vector<Task>& tasks);

// Whether the best attempt of the task has no collapsed component.
bool is_sound(const Task& task);

// Removes the attempts beyond the requested restarts, except the best one if it is among them.
void drop_extra_attempts(Task& task, std::size_t restarts);

}  // namespace mixseed
