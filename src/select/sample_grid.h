// The cells of a grid, first fitted on a sample of the rows.
#pragma once

#include <cstddef>
#include <vector>

#include "fit/restarts.h"

namespace mixseed {

// The most models of neighbouring families from which a cell with one restart starts again.
inline constexpr std::size_t kCrossFamilyStarts = 2;

// Rows of the sample for every component: half of those of a search of one family, because every cell has further
// starts.
std::size_t sample_rows_of_cells(std::size_t dim, std::size_t components);

// A pipeline of short runs for every task, with the last em of the task.
std::vector<Pipeline> short_run_pipelines(const std::vector<Task>& tasks, std::size_t dim);

// Fits every cell on a sample, with short runs and cross-family restarts; the models, corrected by one pass over all
// rows, replace the seeds of the tasks. Returns false, and does nothing, if there are too few rows for a sample.
bool seed_from_sample(Restarts& restarts, std::vector<Task>& tasks);

}  // namespace mixseed
