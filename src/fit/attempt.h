// One restart: from a seed or a given state through the refiners.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "mixseed/fit.h"
#include "pass/team.h"
#include "refine/journal.h"
#include "seed/seeder.h"

namespace mixseed {

// The data in the coordinates of the stages before the last em, and in those of that em.
struct Datasets {
  Dataset start;
  Dataset em;
  AffineMap units;  // from start's to em's; empty when both are the same

  Datasets(const Dataset& X, Scaling scaling);
  Datasets with_team(Team& team) const;
  // Maps a state from em's coordinates to those of the first stage.
  State enter(const State& state) const;
};

struct Seeded {
  State state;
  Repairs repairs;
  double seconds = 0;
};

struct Attempt {
  Restart restart;
  Mixture initial, model;
  Trace trace;
  double log_likelihood = 0, certainty = 0;  // of the model and all observations; see EStepResult
};

// As of ranks_above(Rank, Rank), by the penalised log-likelihood.
bool ranks_above(const Restart& a, const Restart& b);

// The seeds for every number of components (ascending), in one run where the method allows it. Each is the one that the
// method gives for that number alone.
std::vector<Seeded> seed_each(const Dataset& X, const Stage& stage, std::span<const std::size_t> ks, const Rng& restart,
                              const SeedReport& report);

// `known` is in em's coordinates.
Attempt refine_seed(const Datasets& datasets, const Seeded& seeded, const Pipeline& pipeline,
                    const InitialParameters& known, const Rng& restart, const Journal::Report& report,
                    const Journal::Enough& enough = {});
// About `most` rounds, evenly spaced; the first and the last of every stage stay.
inline constexpr std::size_t kThinnedRounds = 200;
Trace thinned(const Trace& trace, std::size_t most);
// Throws Error(failed) when em has ended without a finite likelihood.
void check_finite(const Attempt& attempt);

}  // namespace mixseed
