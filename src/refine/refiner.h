// A refining method, as listed in the registry.
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

// Input of a refiner, which records its rounds in the journal.
struct Refining {
  const Dataset& X;
  const Parameters& parameters;
  Rng& rng;
  Journal& journal;
  EstimationOptions ending = {};  // how the last stage of the fit estimates
};

struct Refiner {
  MethodInfo info;
  std::function<State(Refining&, State)> refine;
  // How centres become the mixture that EM starts from. Only for refiners that a pipeline may end with.
  std::function<EstimationOptions(const Parameters&)> estimation;
};

// In the order of the documentation.
const std::vector<Refiner>& refiners();

}  // namespace mixseed
