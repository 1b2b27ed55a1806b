#include "refine/em_result.h"

#include <algorithm>
#include <utility>

#include "model/collapsed.h"

namespace mixseed {

void EmResult::copy_to(Restart& restart) const {
  restart.initial_log_likelihood = loop.first_objective;
  restart.final_log_likelihood = loop.last_objective;
  restart.penalised_log_likelihood = loop.penalised;
  restart.rounds = loop.rounds;
  restart.converged = loop.converged;
  restart.collapsed = collapsed;
  restart.flat = flat;
}

EmResult em_result(const LoopResult& loop, Mixture initial, const Mixture& end, const Floor& floor, double observations,
                   std::size_t raised) {
  return {loop, std::move(initial), std::max(count_collapsed(floor, end, observations), raised),
          floor.count_contacts(end)};
}

}  // namespace mixseed
