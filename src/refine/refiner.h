// A refining method as the registry lists it.
#pragma once

#include <functional>
#include <vector>

#include "base/rng.h"
#include "mixseed/methods.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"
#include "model/covariance_repair.h"
#include "pass/team.h"
#include "refine/journal.h"

namespace mixseed {

// What a refiner is given; it writes down its rounds in the journal.
struct Refining {
  const Dataset& X;
  const Parameters& parameters;
  Rng& rng;
  Journal& journal;
  EstimationOptions ending = {};  // what the last stage of the fit is to estimate
};

struct Refiner {
  MethodInfo info;
  std::function<State(Refining&, State)> refine;
  // How centres become the mixture that it starts from; of those that a pipeline may end with.
  std::function<EstimationOptions(const Parameters&)> estimation;
};

// In the order of the documentation.
const std::vector<Refiner>& refiners();

}  // namespace mixseed
