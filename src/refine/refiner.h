// A refining method as the registry lists it.
#pragma once

#include <functional>
#include <vector>

#include "base/rng.h"
#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "model/points.h"
#include "refine/journal.h"

namespace mixseed {

// What a refiner is given; it writes down its rounds in the journal.
struct Refining {
  const Points& X;
  const Parameters& parameters;
  Rng& rng;
  Journal& journal;
};

struct Refiner {
  MethodInfo info;
  std::function<State(Refining&, State)> refine;
};

// In the order of the documentation.
const std::vector<Refiner>& refiners();

}  // namespace mixseed
