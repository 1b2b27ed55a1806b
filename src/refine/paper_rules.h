// EM's maximisation as the published tables were made: no floor, re-seeding, averaging.
#pragma once

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/family.h"
#include "model/moments.h"
#include "pass/team.h"

namespace mixseed {

// A component with a mass of at most 1 is re-seeded: weight 1/K (then all are normalised), mean = a random row,
// covariance = I * (smallest squared distance to another mean) / (2 D). A covariance that is not positive definite is
// averaged with the one before; if that is not positive definite either, the one before is kept.
//
// Each of the two may be left out, to tell what it does: then the one before is kept at once, and a component of little
// mass goes on like any other.
struct PaperRepairs {
  bool averaging = true, reseeding = true;
};
Mixture maximise_by_paper(const Dataset& X, const Moments& moments, const Family& family, const Mixture& before,
                          PaperRepairs allowed, Rng& rng, Repairs& repairs);

}  // namespace mixseed
