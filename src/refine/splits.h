// What components become when they are split or parted in another way.
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

// Rows that are to be parted anew, and the component that they make up together.
struct Parting {
  Mixture one;
  double weight;
  Group group;
  Subsample X;
};

// None of too few rows for two.
std::optional<Parting> parting(const Groups& groups, const Group& group, Mixture one, double weight);
std::vector<Split> best_splits(const Groups& groups, const LocalEm& em, std::span<const Parting> partings, Rng& rng);

}  // namespace mixseed
