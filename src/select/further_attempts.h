// Further attempts for the cells of a grid: short runs of their own, starts from the models of neighbouring covariance
// families, and further searches for the cells that lead the choice.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fit/restarts.h"
#include "mixseed/fit.h"

namespace mixseed {

// Which further attempts of a cell run to their end: all, or only those whose extrapolated end is above the best
// attempt so far. `promising` takes half of the rounds and misses some optima.
enum class Continuation { all, promising };

// Adds an attempt to tasks[i] by pipelines[i] if that begins with short runs.
void add_short_runs(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                    Continuation continuation);

// Adds attempts to every task from the best models of the families that differ from its own in one letter. A few rounds
// of EM rank them; up to `most` that are projected to end above the task's best attempt go on.
void cross_family_restarts(Restarts& restarts, std::vector<Task>& tasks, std::size_t most, Continuation continuation);

// The same from one start for every number of components: starts[i % starts.size()] for tasks[i]. Adds nothing if there
// are no starts.
void restarts_from(Restarts& restarts, std::vector<Task>& tasks, std::span<const State> starts,
                   Continuation continuation);

// Adds attempts by pipelines[i], which begins with short runs, to tasks[i] while it is among the best by the criterion,
// so that the choice depends less on the seed.
void search_finalists(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                      Criterion criterion);

}  // namespace mixseed
