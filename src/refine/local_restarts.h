// Local restarts: a few neighbouring components start again at random rows of their own, and partial EM judges the
// result. They correct a poor arrangement of neighbours, which no swap with a distant component can.
#pragma once

#include <vector>

#include "base/rng.h"
#include "refine/groups.h"
#include "refine/local_em.h"

namespace mixseed {

struct LocalRestart {
  double gain;  // of the log-likelihood per observation, before the last round
  Mixture theta;
};

// Those that gain at least kWorthTrying, by decreasing gain. Components must be independent.
std::vector<LocalRestart> local_restarts(const Groups& groups, const LocalEm& em, Rng& rng);

}  // namespace mixseed
