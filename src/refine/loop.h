// The one loop behind kmeans, cem and em: a pass over the data, an update of the model, until nothing changes.
#pragma once

#include <cmath>
#include <string_view>
#include <utility>

#include "model/moments.h"
#include "refine/refiner.h"

namespace mixseed {

struct LoopLimits {
  std::string_view stage;
  int rounds;
  double tol = 0;               // stop when the objective rises by less; 0 runs all rounds
  bool score_the_last = false;  // one more pass, so that the last model has an objective too
};

struct LoopEnd {
  int rounds = 0;
  bool converged = false;
  double first_objective = 0, last_objective = 0;  // per observation
};

//   pass(const Model&) -> Moments
//   update(const Moments&, const Model& before, Repairs&) -> Model
// A model that its own update gives back is a fixed point: further rounds would change nothing, and none is run.
template <typename Model, typename Pass, typename Update>
LoopEnd iterate(Refining& in, const LoopLimits& limits, Model& model, const Pass& pass, const Update& update) {
  LoopEnd end;
  for (int round = 0; round < limits.rounds || limits.score_the_last; ++round) {
    const Moments moments = pass(std::as_const(model));
    const double objective = moments.objective / in.X.total_weight();
    const double gain = objective - end.last_objective;
    if (round == 0) end.first_objective = objective;
    end.last_objective = objective;
    end.converged = limits.tol > 0 && round > 0 && std::abs(gain) < limits.tol;
    Repairs repairs;
    const bool last = round == limits.rounds || end.converged;
    if (!last) {
      Model next = update(moments, std::as_const(model), repairs);
      end.converged = repairs.reseeded == 0 && next == model;
      model = std::move(next);
      ++end.rounds;
    }
    in.journal.round(limits.stage, round, limits.rounds, objective, repairs);
    if (last || end.converged) break;
  }
  return end;
}

}  // namespace mixseed
