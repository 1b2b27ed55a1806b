// More components, or a wider covariance family, can always reach the same likelihood: cells with a lower one are
// fitted again from the better model.
#pragma once

#include <vector>

#include "fit/restarts.h"

namespace mixseed {

// Adds attempts to every task whose objective is below that of a task of its family with fewer components, or of a
// family within its own with as many. They start at that task's model, with components split where it has fewer.
// `tasks`: family after family, each with ascending numbers of components.
void enforce_monotone(Restarts& restarts, std::vector<Task>& tasks);

}  // namespace mixseed
