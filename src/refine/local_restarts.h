// Where neighbours share their rows in a poor way, no swap with a component from elsewhere helps: a few of them begin
// anew, several times, at rows of their own, and EM with these alone shows what comes of it.
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

// Those that gain something, the most promising first. Components must have covariances of their own.
std::vector<LocalRestart> local_restarts(const Groups& groups, const LocalEm& em, Rng& rng);

}  // namespace mixseed
