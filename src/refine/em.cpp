// Expectation-maximisation for Gaussian mixtures.
// Dempster, Laird & Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39, 1977.
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

State refine(Refining& in, State state) {
  const Parameters& p = in.parameters;
  const Covariance type = covariance_of(p);
  const Rules rules = rules_of(p);
  const PaperRepairs allowed{p.choice("averaging") == "yes", p.choice("reseeding") == "yes"};
  Mixture theta = as_mixture(in, std::move(state), {type, rules, p.number("floor")});
  in.journal.outcome = {.initial = theta};
  const Floor floor(in.X.facts(), p.number("floor"));
  Memory memory;
  const LoopEnd end = iterate(
      in, {.stage = "em", .rounds = p.integer("rounds"), .tol = p.number("tol"), .score_the_last = true}, theta,
      [&](const Mixture& model) { return expect(in.X, Density(model), second_moments_for(type), rules, memory); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        if (rules == Rules::standard) return maximise(moments, type, before, &floor, repairs);
        return maximise_by_paper(in.X, moments, type, before, allowed, in.rng, repairs);
      });
  in.journal.outcome.initial_objective = end.first_objective;
  in.journal.outcome.final_objective = end.last_objective;
  in.journal.outcome.rounds = end.rounds;
  in.journal.outcome.converged = end.converged;
  in.journal.outcome.collapsed = floor.collapsed(theta);
  return theta;
}

}  // namespace

Refiner em() {
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
                                  covariance_parameter(),
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
                                                   "1 to a random row")}},
          .refine = refine};
}

}  // namespace mixseed
