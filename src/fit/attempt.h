// One restart: from a seed, or from a given state, through the refiners.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "mixseed/fit.h"
#include "model/points.h"
#include "refine/journal.h"

namespace mixseed {

struct Seeded {
  State state;
  Repairs repairs;
  double seconds = 0;
};

struct Attempt {
  Restart story;
  Mixture initial, model;
  Trace trace;
};

// The seeds for every number of components from least to most that `stage` is asked for, in one run where the method
// allows it. Every one is what the method gives for that number alone.
std::vector<Seeded> seed_range(const Points& X, const Stage& stage, std::size_t least, std::size_t most,
                               const Rng& restart);

Attempt refine_seed(const Points& X, const Seeded& seeded, const Pipeline& pipeline, const Rng& restart,
                    const Journal::Report& report);

}  // namespace mixseed
