// More components, or a wider covariance family, can always be as likely: fits of a sweep that are not are tried again.
#pragma once

#include <vector>

#include "fit/restarts.h"

namespace mixseed {

// Whether an attempt has not failed.
bool has_model(const Task& task);
// The attempt that is kept. Throws what the first one failed with when all have failed.
std::size_t best_of(const Task& task);

// The model with its heaviest components split in two, one start for each of up to four of them, until there are
// `components`. The last start only writes a component twice: it is exactly as likely as the model.
std::vector<State> splits_of(const Mixture& model, std::size_t components, const DataSummary& summary);

// Gives a task more attempts where one with fewer components of its family, or with as many of a family within its own,
// has done better: from that one's model, with a component split in two where there are fewer. Tasks are those of one
// family after the other, each with ascending numbers of components.
void enforce_monotone(Restarts& restarts, std::vector<Task>& tasks);

// Whether what a task tries beside its seeds is carried on to its end, or only as long as it promises more than what
// the task has by then. The latter takes half of the rounds, and misses some optima.
enum class Patience { all, promising };

// Gives every task an attempt more by a pipeline of its own, pipelines[i] for tasks[i], where that begins with a
// rehearsal.
void run_short_each(Restarts& restarts, std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines,
                    Patience patience);

// Gives every task attempts more from the best models of families that differ from its own in one letter: where a few
// rounds of EM promise more than it has, and `most` of them.
void exchange(Restarts& restarts, std::vector<Task>& tasks, std::size_t most, Patience patience);

}  // namespace mixseed
