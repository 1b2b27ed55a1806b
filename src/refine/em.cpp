// Expectation-maximisation for Gaussian mixtures.
// Dempster, Laird & Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39, 1977.
#include <algorithm>

#include "base/text.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "refine/em_step.h"
#include "refine/loop.h"
#include "refine/refiners.h"
#include "refine/squarem.h"

namespace mixseed {
namespace {

// Before the first leap, because early leaps may end at another optimum; fewer when the start is near one.
constexpr int kPlainRounds = 20, kPlainRoundsNearby = 3;

ParameterInfo switch_parameter(std::string_view name, std::string_view summary) {
  return {
      .name = name, .summary = summary, .kind = ParameterInfo::Kind::choice, .choices = {"yes", "no"}, .quiet = true};
}

EstimationOptions estimation(const Parameters& p, std::span<const Family> list) {
  const Family& family = family_named(p.choice("covariance"), list);
  if (family.constrained() && rules_of(p) == Rules::paper) {
    throw Error(ErrorCode::usage, "em: rules=paper: expected covariance=" + alternatives(kNames<Covariance>) +
                                      ", got " + std::string(family.name));
  }
  if (p.number("prior") > 0 && rules_of(p) == Rules::paper) {
    throw Error(ErrorCode::usage, "em: rules=paper: expected prior=0, got " + number_text(p.number("prior")));
  }
  if (p.number("noise") > 0 && rules_of(p) == Rules::paper) {
    throw Error(ErrorCode::usage, "em: rules=paper: expected noise=0, got " + number_text(p.number("noise")));
  }
  return {&family, rules_of(p), p.number("floor"), std::max(p.number("prior"), 0.0), p.number("noise")};
}

State refine_em(Refining& in, State state, std::span<const Family> list) {
  const Parameters& p = in.parameters;
  const EstimationOptions options = estimation(p, list);
  Mixture theta = as_mixture(in, std::move(state), options);
  const EmStep step(in.X, in.X, theta.size(), options, {p.choice("averaging") == "yes", p.choice("reseeding") == "yes"},
                    in.rng);
  // Without an update the start is the result, which must belong to the family.
  const bool start_is_all = p.integer("rounds") == 0 && step.rules() == Rules::standard;
  if (start_is_all) theta = in_family(theta, *options.family, step.floor());
  const Mixture initial = theta;
  const bool accelerated = p.choice("acceleration") != "plain" && step.rules() == Rules::standard;
  const int plain_rounds = p.choice("acceleration") == "early" ? kPlainRoundsNearby : kPlainRounds;
  Squarem squarem(*options.family, step.floor(), in.X.summary(), plain_rounds);
  Sorting sorting;
  std::size_t raised = 0;  // components that the last update raised to the floor
  const LoopResult end = iterate(
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
        const bool by_volume = options.family->floor_method != Family::FloorMethod::eigenvalues;
        raised = step.rules() == Rules::standard && by_volume ? repairs.floored : 0;
        return accelerated ? squarem.accelerate(before, std::move(next)) : next;
      },
      squarem, [&](const Mixture& model) { return step.prior().log_likelihood(model); });
  in.journal.em = em_result(end, initial, theta, step.floor(), in.X.observations(), raised);
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
                                   .summary = "stop when the mean log-likelihood per row is estimated to be so near to "
                                              "its limit; 0: never",
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
                                  {.name = "prior",
                                   .summary = "pseudo-rows of every component, with the data's own covariance / "
                                              "K^(2/D); auto: by rows per parameter, as the methods auto and quick do; "
                                              "0 otherwise",
                                   .fallback = kPriorByMethod,
                                   .least = 0,
                                   .most = 1e9,
                                   .quiet = true,
                                   .words = {{"auto", kPriorByRule}, {"default", kPriorByMethod}}},
                                  {.name = "acceleration",
                                   .summary = "longer steps after 20 plain rounds (early: 3), never to a lower "
                                              "likelihood; rules=paper is always plain",
                                   .kind = ParameterInfo::Kind::choice,
                                   .choices = {"squarem", "plain", "early"},
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
                   .objective = MethodInfo::Objective::penalised_log_densities,
                   .may_end = true},
          .refine = [list](Refining& in, State state) { return refine_em(in, std::move(state), list); },
          .estimation = [list](const Parameters& parameters) { return estimation(parameters, list); }};
}

}  // namespace mixseed
