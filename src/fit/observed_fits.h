// Fits of rows with missing values: fits of the rows, filled in several ways, are the starts of EM on observed values.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fit/observed_context.h"
#include "fit/task.h"

namespace mixseed {

// Fits filled rows, once for each task, by a pipeline with few rounds of em.
using FitFilled =
    std::function<std::vector<Fit>(const DataView& rows, const Pipeline& pipeline, const FitOptions& options)>;

// A task with the family of this pipeline.
Task observed_task(const ObservedContext& context, std::size_t components, const Pipeline& pipeline);

// The last task has the most components.
std::vector<Fit> fit_tasks(ObservedContext& context, std::vector<Task> tasks, const FitFilled& fit_filled);

// EM from given starts in the caller's units, one restart for each.
Fit fit_from_starts(ObservedContext& context, std::span<const State> starts);

}  // namespace mixseed
