// The result of EM: one struct from the loop to the public Restart.
#pragma once

#include <cstddef>

#include "mixseed/mixture.h"
#include "mixseed/restart.h"
#include "model/floor.h"

namespace mixseed {

struct LoopResult {
  int rounds = 0;
  bool converged = false;
  double first_objective = 0, last_objective = 0;  // per observation
  double penalised = 0;                            // the last one with its penalty
  double total = 0;                                // the last objective of all observations
  double certainty = 0;                            // see EStepResult
  double remaining_gain = 0;                       // the extrapolated gain of further rounds (aitken.h)
};

struct EmResult {
  LoopResult loop;
  Mixture initial;            // the model that entered em
  std::size_t collapsed = 0;  // components that a few rows made and only the floor holds up
  std::size_t flat = 0;       // all components that only the floor holds up

  void copy_to(Restart& restart) const;
};

// `raised`: components that the last update raised to the floor.
EmResult em_result(const LoopResult& loop, Mixture initial, const Mixture& end, const Floor& floor, double observations,
                   std::size_t raised);

}  // namespace mixseed
