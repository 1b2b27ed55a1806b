// The one loop behind kmeans, cem and em: a pass over the data, an update of the model, until nothing changes.
#pragma once

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "pass/e_step.h"
#include "refine/aitken.h"
#include "refine/refiner.h"

namespace mixseed {

struct LoopLimits {
  std::string_view stage;
  int rounds;
  double tol = 0;               // stop when what is still to come is estimated as less (aitken.h); 0: never
  double least_gain = 0;        // stop when the objective rises by less; 0: never
  bool score_the_last = false;  // one more pass, so that the last model has an objective too
  bool may_fall = true;         // false: a step that lowers the objective is turned down
  double rounding = 1e-12;      // but what rounding may take of an objective of 1 is no fall
  int free_steps = 0;           // nor in so many first steps: the start is not of the kind that updates give
};

struct LoopEnd {
  int rounds = 0;
  bool converged = false;
  double first_objective = 0, last_objective = 0;  // per observation
  double penalised = 0;                            // the last one with its penalty
  double total = 0;                                // the last objective of all observations
  double certainty = 0;                            // see EStepResult
  double remaining = 0;                            // what further rounds are estimated to gain (aitken.h)
};

// Whoever has no other step than the one that was turned down.
struct NoOther {
  template <typename Model>
  std::optional<Model> operator()(const Model&, Repairs&) const {
    return {};
  }
};

// Nothing beside what the rows say.
struct NoPenalty {
  template <typename Model>
  double operator()(const Model&) const {
    return 0;
  }
};

// Whether the last step was not of the usual kind.
template <typename Instead>
bool has_leapt(const Instead& instead) {
  if constexpr (requires { instead.leapt(); }) return instead.leapt();
  return false;
}

//   pass(const Model&) -> EStepResult
//   update(const Moments&, const Model& before, Repairs&) -> Model
//   instead(const Model& kept, Repairs&) -> std::optional<Model>; may have leapt() -> bool
//   penalty(const Model&) -> what is added to the objective of all observations, and no step may lower
// A model that its own update gives back is a fixed point: further rounds would change nothing, and none is run. After
// a step that was turned down the loop goes on from the last model with the step that `instead` proposes; without one
// it has converged. A step that leapt is not one of those that gains are compared of.
template <typename Model, typename Pass, typename Update, typename Instead = NoOther, typename Penalty = NoPenalty>
LoopEnd iterate(Refining& in, const LoopLimits& limits, Model& model, const Pass& pass, const Update& update,
                Instead&& instead = {}, const Penalty& penalty = {}) {
  LoopEnd end;
  GainToCome to_come;
  Model kept = model;  // the last one that was not turned down
  for (int round = 0; end.rounds < limits.rounds || limits.score_the_last; ++round) {
    const EStepResult e_step = pass(std::as_const(model));
    const double n = in.X.observations(), total = e_step.moments.objective;
    if (!std::isfinite(total)) in.X.check_again();
    const double objective = (total + penalty(std::as_const(model))) / n;
    const double gain = objective - end.penalised;
    Repairs repairs;
    const double rounding = limits.rounding * (1 + std::abs(objective));
    if (round > limits.free_steps && !limits.may_fall && !(gain >= -rounding)) {
      model = kept;
      std::optional<Model> other = instead(std::as_const(kept), repairs);
      end.rounds -= !other;
      end.converged = !other;
      if (!other) break;
      model = std::move(*other);
      continue;
    }
    if (round == 0) end.first_objective = total / n;
    end.last_objective = total / n;
    end.penalised = objective;
    end.total = total;
    end.certainty = e_step.certainty;
    if (round > 0) to_come.add(gain, !has_leapt(instead));
    end.remaining = round > 0 ? to_come.estimate() : 0;
    const bool slow = limits.least_gain > 0 && round > 0 && gain < limits.least_gain;
    end.converged = (slow || to_come.estimate() < limits.tol) && gain >= -rounding;
    // A start that no update would give is not what was asked for.
    const bool enough = round >= limits.free_steps && in.journal.enough();
    const bool last = end.rounds == limits.rounds || end.converged || enough;
    if (!last) {
      kept = std::move(model);
      model = update(e_step.moments, std::as_const(kept), repairs);
      end.converged = repairs.reseeded == 0 && kept == model;
      ++end.rounds;
    }
    in.journal.round(limits.stage, round, limits.rounds, objective, repairs);
    if (last || end.converged) break;
  }
  return end;
}

}  // namespace mixseed
