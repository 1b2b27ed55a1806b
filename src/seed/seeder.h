// A seeding method as the registry lists it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/rng.h"
#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "mixseed/repairs.h"
#include "pass/team.h"

namespace mixseed {

// Told how many components have been found; may throw to cancel.
using SeedReport = std::function<void(std::size_t)>;

// What a method is given: the data X, the number K of components, its parameters and its own random numbers. It adds
// to the repairs what it had to mend, and tells of every component.
struct Seeding {
  const Dataset& X;
  std::size_t K;
  const Parameters& parameters;
  Rng& rng;
  Repairs& repairs;
  const SeedReport& report;

  void found(std::size_t components) const {
    if (report) report(components);
  }
};

// A state on the way, and what had to be mended until then.
struct SeedStep {
  State state;
  Repairs repairs;
};

struct Seeder {
  MethodInfo info;
  // One of the two. Methods that find the models for k = 1 ... K on the way give them all: entry k-1 is what a run for
  // k gives.
  std::function<State(Seeding&)> state;
  std::function<std::vector<SeedStep>(Seeding&)> sequence;
  // The Centers for k < K are the first k of those for K.
  bool prefix = false;

  State seed(Seeding& in) const { return state ? state(in) : sequence(in).back().state; }
};

// In the order of the documentation.
const std::vector<Seeder>& seeders();

}  // namespace mixseed
