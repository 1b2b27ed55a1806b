// EM's maximisation by the rules behind the published tables: no floor, re-seeding, averaging.
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
// Either can be switched off, to measure its effect: without averaging the covariance before is kept, and without
// re-seeding a component of little mass is updated like any other.
struct PaperRepairs {
  bool averaging = true, reseeding = true;
};
Mixture maximise_by_paper(const Dataset& X, const Moments& moments, const Family& family, const Mixture& before,
                          PaperRepairs allowed, Rng& rng, Repairs& repairs);

}  // namespace mixseed
