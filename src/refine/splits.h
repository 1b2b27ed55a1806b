// The best way to fit two components to the rows of one, or of two that are rejoined.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "refine/groups.h"
#include "refine/local_em.h"

namespace mixseed {

struct Split {
  double gain = -std::numeric_limits<double>::infinity();  // of the log-likelihood; an estimate
  Mixture parts;
};

// Rows to be split between two components, and the single component that they form.
struct SplitTask {
  Mixture one;
  double weight;
  Group group;
  FloatRows X;
};

// Empty if there are too few rows for two components.
std::optional<SplitTask> split_task(const Groups& groups, const Group& group, Mixture one, double weight);
// From several starts each: short EM from all, then longer EM from the best one that ends sound.
std::vector<Split> best_splits(const Groups& groups, const LocalEm& em, std::span<const SplitTask> tasks, Rng& rng);

}  // namespace mixseed
