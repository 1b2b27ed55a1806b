// Further searches for the cells of a grid that lead the choice, so that the choice depends less on the seed.
#pragma once

#include <vector>

#include "fit/restarts.h"
#include "mixseed/fit.h"

namespace mixseed {

// Adds attempts by pipelines[i], which begins with short runs, to tasks[i] while it is among the best by the criterion.
void search_finalists(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                      Criterion criterion);

}  // namespace mixseed
