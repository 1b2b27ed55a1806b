// Expectation-maximisation for Gaussian mixtures.
// Dempster, Laird & Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39, 1977.
#include <algorithm>

#include "mixseed/error.h"
#include "mixseed/family.h"
#include "refine/em_step.h"
#include "refine/loop.h"
#include "refine/methods.h"

namespace mixseed {
namespace {

ParameterInfo switch_parameter(std::string_view name, std::string_view summary) {
  return {
      .name = name, .summary = summary, .kind = ParameterInfo::Kind::choice, .choices = {"yes", "no"}, .quiet = true};
}

LiftOptions lifting(const Parameters& p, std::span<const Family> list) {
  const Family& family = family_named(p.choice("covariance"), list);
  if (family.constrained() && rules_of(p) == Rules::paper) {
    throw Error(ErrorCode::usage, "em: rules=paper: expected covariance=full, tied, diagonal or spherical, got " +
                                      std::string(family.name));
  }
  if (p.number("noise") > 0 && rules_of(p) == Rules::paper) {
    throw Error(ErrorCode::usage, "em: rules=paper: expected noise=0, got noise=" + std::to_string(p.number("noise")));
  }
  return {&family, rules_of(p), p.number("floor"), p.number("noise")};
}

// Whether the update could give such a mixture.
bool is_feasible(const Mixture& theta, const Family& family, const Floor& floor) {
  const Layout layout = layout_of(theta.covariance);
  if (family_name(theta) != family.name) return false;
  for (std::size_t part = 0; part < layout.parts(theta.size()); ++part) {
    const double* own = theta.covariances.data() + part * layout.numbers(theta.dim);
    if (!floor.holds(theta.covariance, own, 1 - 1e-9)) return false;
  }
  return true;
}

State refine(Refining& in, State state, std::span<const Family> list) {
  const Parameters& p = in.parameters;
  const LiftOptions options = lifting(p, list);
  Mixture theta = as_mixture(in, std::move(state), options);
  in.journal.outcome = {.initial = theta};
  const EmStep step(in.X, options, {p.choice("averaging") == "yes", p.choice("reseeding") == "yes"}, in.rng);
  Sorting sorting;
  std::size_t held = 0;  // components that the last update had to bring back to the floor
  const LoopEnd end = iterate(
      in,
      {.stage = "em",
       .rounds = p.integer("rounds"),
       .tol = p.number("tol"),
       .score_the_last = true,
       .may_fall = step.rules() == Rules::paper,
       .free_steps = is_feasible(theta, *options.family, step.floor()) ? 0 : 1},
      theta, [&](const Mixture& model) { return step.expect(in.X, model, sorting); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        Mixture next = step.maximise(in.X, moments, before, repairs);
        const bool by_volume = options.family->raise != Family::Raise::eigenvalues;
        held = step.rules() == Rules::standard && by_volume ? repairs.floored : 0;
        return next;
      });
  in.journal.outcome.initial_objective = end.first_objective;
  in.journal.outcome.final_objective = end.last_objective;
  in.journal.outcome.total = end.total;
  in.journal.outcome.certainty = end.certainty;
  in.journal.outcome.rounds = end.rounds;
  in.journal.outcome.converged = end.converged;
  in.journal.outcome.collapsed = std::max(step.floor().collapsed(theta, in.X.observations()), held);
  const std::vector<bool> flat = step.floor().flat(theta);
  in.journal.outcome.flat = static_cast<std::size_t>(std::count(flat.begin(), flat.end(), true));
  return theta;
}

}  // namespace

Refiner em(std::span<const Family> list) {
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "em",
                   .alias = "",
                   .summary = "expectation-maximisation; every method ends with it",
                   .reference = "Dempster, Laird & Rubin 1977",
                   .parameters = {rounds_parameter(200),
                                  {.name = "tol",
                                   .summary = "stop when the mean log-likelihood per row changes by less; 0: never",
                                   .fallback = 1e-5,
                                   .least = 0,
                                   .most = 1e300},
                                  covariance_parameter(list),
                                  rules_parameter(),
                                  {.name = "floor",
                                   .summary = "no covariance below this share of the data's own",
                                   .fallback = kDefaultFloor,
                                   .least = 0,
                                   .most = 1,
                                   .quiet = true},
                                  {.name = "noise",
                                   .summary = "share of a uniform noise component at the start; 0: there is none",
                                   .fallback = 0,
                                   .least = 0,
                                   .most = 0.99,
                                   .quiet = true},
                                  switch_parameter("averaging",
                                                   "rules=paper: average a covariance that is not "
                                                   "positive definite with the one before"),
                                  switch_parameter("reseeding",
                                                   "rules=paper: move a component with a mass of at most "
                                                   "1 to a random row")},
                   .may_end = true},
          .refine = [list](Refining& in, State state) { return refine(in, std::move(state), list); },
          .lifting = [list](const Parameters& parameters) { return lifting(parameters, list); }};
}

}  // namespace mixseed
