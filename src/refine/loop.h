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
  double tol = 0;               // stop when the remaining gain (aitken.h) is less; 0: never
  double least_gain = 0;        // stop when the objective rises by less; 0: never
  bool score_the_last = false;  // one more pass, so that the last model has an objective too
  bool may_fall = true;         // false: a step that lowers the objective is rejected
  double rounding = 1e-12;      // relative: a smaller fall is rounding
  int free_steps = 0;           // the first steps may lower the objective: the start is outside the model's family
};

// For loops without another step to try when one is rejected.
struct NoFallback {
  template <typename Model>
  std::optional<Model> operator()(const Model&, Repairs&) const {
    return {};
  }
};

struct NoPenalty {
  template <typename Model>
  double operator()(const Model&) const {
    return 0;
  }
};

template <typename Fallback>
bool has_leapt(const Fallback& fallback) {
  if constexpr (requires { fallback.has_leapt(); }) return fallback.has_leapt();
  return false;
}

//   pass(const Model&) -> EStepResult
//   update(const Moments&, const Model& before, Repairs&) -> Model
//   fallback(const Model& kept, Repairs&) -> std::optional<Model>; optionally has_leapt() -> bool
//   penalty(const Model&) -> added to the objective of all observations; no step may lower the sum
// A model that its own update returns is a fixed point: the loop has converged. After a rejected step the loop goes on
// from the last model with the step of `fallback`; without one it has converged. Gains of leaps are not extrapolated.
template <typename Model, typename Pass, typename Update, typename Fallback = NoFallback, typename Penalty = NoPenalty>
LoopResult iterate(Refining& in, const LoopLimits& limits, Model& model, const Pass& pass, const Update& update,
                   Fallback&& fallback = {}, const Penalty& penalty = {}) {
  LoopResult end;
  RemainingGain remaining;
  Model kept = model;  // the last one that was not rejected
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
      std::optional<Model> other = fallback(std::as_const(kept), repairs);
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
    if (round > 0) remaining.add(gain, !has_leapt(fallback));
    end.remaining_gain = round > 0 ? remaining.estimate() : 0;
    const bool slow = limits.least_gain > 0 && round > 0 && gain < limits.least_gain;
    end.converged = (slow || remaining.estimate() < limits.tol) && gain >= -rounding;
    // A start outside the family is not a result.
    const bool enough = round >= limits.free_steps && in.journal.enough();
    const bool last = end.rounds == limits.rounds || end.converged || enough;
    if (!last) {
      kept = std::move(model);
      model = update(e_step.moments, std::as_const(kept), repairs);
      end.converged = repairs.reseeded == 0 && kept == model;
      ++end.rounds;
    }
    in.journal.add_round(limits.stage, round, limits.rounds, objective, repairs);
    if (last || end.converged) break;
  }
  return end;
}

}  // namespace mixseed
