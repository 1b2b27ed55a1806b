// Expectation-maximisation for Gaussian mixtures.
// Dempster, Laird & Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39, 1977.
#include <algorithm>

#include "mixseed/error.h"
#include "mixseed/family.h"
#include "model/floor.h"
#include "model/maximise.h"
#include "refine/loop.h"
#include "refine/methods.h"
#include "refine/paper_rules.h"

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
  return {&family, rules_of(p), p.number("floor")};
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
  const Family& family = *options.family;
  const Rules rules = options.rules;
  const PaperRepairs allowed{p.choice("averaging") == "yes", p.choice("reseeding") == "yes"};
  Mixture theta = as_mixture(in, std::move(state), options);
  in.journal.outcome = {.initial = theta};
  const Floor floor(in.X.facts(), options.floor);
  Sorting sorting;
  std::size_t held = 0;  // components that the last update had to bring back to the floor
  const LoopEnd end = iterate(
      in,
      {.stage = "em",
       .rounds = p.integer("rounds"),
       .tol = p.number("tol"),
       .score_the_last = true,
       .may_fall = rules == Rules::paper,
       .free_steps = is_feasible(theta, family, floor) ? 0 : 1},
      theta, [&](const Mixture& model) { return expect(in.X, model, family.second, rules, sorting); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        if (rules == Rules::standard) {
          Mixture next = maximise(moments, family, before, &floor, repairs);
          held = family.raise == Family::Raise::eigenvalues ? 0 : repairs.floored;
          return next;
        }
        return maximise_by_paper(in.X, moments, family, before, allowed, in.rng, repairs);
      });
  in.journal.outcome.initial_objective = end.first_objective;
  in.journal.outcome.final_objective = end.last_objective;
  in.journal.outcome.total = end.total;
  in.journal.outcome.certainty = end.certainty;
  in.journal.outcome.rounds = end.rounds;
  in.journal.outcome.converged = end.converged;
  in.journal.outcome.collapsed = std::max(floor.collapsed(theta), held);
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
