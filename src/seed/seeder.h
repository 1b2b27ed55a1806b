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

// Called with the number of components so far; may throw to cancel.
using SeedReport = std::function<void(std::size_t)>;

// The arguments of a method: the data X, the number K of components, its parameters and its own random numbers. The
// method counts what it repairs in `repairs` and reports every component.
struct Seeding {
  const Dataset& X;
  std::size_t K;
  const Parameters& parameters;
  Rng& rng;
  Repairs& repairs;
  const SeedReport& report;

  void report_progress(std::size_t components) const {
    if (report) report(components);
  }
};

// An intermediate state, and the repairs up to it.
struct SeedStep {
  State state;
  Repairs repairs;
};

struct Seeder {
  MethodInfo info;
  // A method has one of the two. `sequence` returns the models for k = 1 ... K: entry k-1 equals the result of a run
  // for k components.
  std::function<State(Seeding&)> state;
  std::function<std::vector<SeedStep>(Seeding&)> sequence;
  // True if the Centers for k < K are the first k of those for K.
  bool prefix = false;

  State seed(Seeding& in) const { return state ? state(in) : sequence(in).back().state; }
};

// In the order of the documentation.
const std::vector<Seeder>& seeders();

}  // namespace mixseed
