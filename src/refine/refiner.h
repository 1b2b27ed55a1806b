// A refining method as the registry lists it.
#pragma once

#include <functional>
#include <vector>

#include "base/rng.h"
#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "model/settle.h"
#include "pass/team.h"
#include "refine/journal.h"

namespace mixseed {

// What a refiner is given; it writes down its rounds in the journal.
struct Refining {
  const Frame& X;
  const Parameters& parameters;
  Rng& rng;
  Journal& journal;
  LiftOptions ending = {};  // what the last stage of the fit is to estimate
};

struct Refiner {
  MethodInfo info;
  std::function<State(Refining&, State)> refine;
  // How centres become the mixture that it starts from; of those that a pipeline may end with.
  std::function<LiftOptions(const Parameters&)> lifting;
};

// In the order of the documentation.
const std::vector<Refiner>& refiners();

}  // namespace mixseed
