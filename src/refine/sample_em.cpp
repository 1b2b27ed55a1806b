#include "refine/sample_em.h"

#include <algorithm>
#include <utility>

#include "model/collapsed.h"
#include "refine/refiners.h"
#include "refine/squarem.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

constexpr int kTryRounds = 25, kRoundsUntilSlow = 20, kLastRounds = 200;
constexpr int kRoundsBeforeSuccess = 3, kRoundsBeforeFailure = 4;  // of a try: earlier rounds are not extrapolated
constexpr double kFastestRatio = 5.0 / 6, kSlowestRatio = 0.95;    // of the gains of a try, for its extrapolation

}  // namespace

bool is_better(const Candidate& a, const Candidate& b) {
  if (a.collapsed != b.collapsed) return a.collapsed < b.collapsed;
  return a.log_likelihood > b.limit + kBetterOnSample;
}

SampleEm::SampleEm(Refining& in, std::size_t K, double rows_each)
    : in_(in),
      subsample_(
          Subsample::drawn(in.X, std::min(1.0, rows_each * static_cast<double>(K) / in.X.observations()), K, in.rng)),
      step_(in.X, rows(), K, in.ending, {}, in.rng) {}

Mixture SampleEm::as_mixture(State state) {
  Refining on_sample{rows(), in_.parameters, in_.rng, in_.journal, in_.ending};
  return mixseed::as_mixture(on_sample, std::move(state), in_.ending);
}

Candidate SampleEm::run_until_slow(Mixture theta, int rounds) {
  return run(std::move(theta), {.stage = "search", .rounds = rounds, .least_gain = kSlowRound, .score_the_last = true},
             NoFallback());
}

Candidate SampleEm::run_to_end(Candidate candidate) {
  if (step_.rules() != Rules::standard || rows().observations() < in_.X.observations()) return candidate;
  Squarem squarem(step_.family(), step_.floor(), in_.X.summary(), 0);
  Candidate end = run(candidate.theta,
                      {.stage = "search",
                       .rounds = kLastRounds,
                       .tol = kEndOnFloats,
                       .score_the_last = true,
                       .may_fall = false,
                       .rounding = kRoundingOfFloats},
                      squarem);
  return end.collapsed > candidate.collapsed ? std::move(candidate) : std::move(end);
}

template <typename Fallback>
Candidate SampleEm::run(Mixture theta, const LoopLimits& limits, Fallback&& fallback) {
  Journal inner([&](std::string_view, int, int, double log_likelihood) { report(log_likelihood); },
                [&] { return in_.journal.enough(); });
  Refining on_sample{rows(), in_.parameters, in_.rng, inner, in_.ending};
  Sorting sorting;
  const LoopResult end = iterate(
      on_sample, limits, theta, [&](const Mixture& model) { return expect(model, sorting); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        Mixture next = step_.maximise(rows(), moments, before, repairs);
        if constexpr (requires { fallback.accelerate(before, std::move(next)); }) {
          return fallback.accelerate(before, std::move(next));
        } else {
          return next;
        }
      },
      fallback, [&](const Mixture& model) { return step_.prior().log_likelihood(model); });
  in_.journal.add_repairs(inner.repairs());
  const std::size_t count = collapsed(theta);
  return {std::move(theta), end.penalised, count, end.penalised + std::min(end.remaining_gain, kMostRemainingGain)};
}

std::optional<Candidate> SampleEm::try_start(Mixture theta, const Candidate& best) {
  Sorting sorting;
  double before = 0, gain = 0;
  for (int round = 0; round <= kTryRounds && !in_.journal.enough(); ++round) {
    const EStepResult e_step = expect(theta, sorting);
    const double prior = step_.prior().log_likelihood(theta);
    const double log_likelihood = (e_step.moments.objective + prior) / rows().observations();
    const double ratio = ratio_of_gains(log_likelihood - before, gain, kFastestRatio, kSlowestRatio);
    gain = log_likelihood - before;
    before = log_likelihood;
    report(best.log_likelihood);
    const bool may_win = best.collapsed > 0 || log_likelihood > best.limit + kBetterOnSample;
    if (round >= kRoundsBeforeSuccess && may_win &&
        is_better({theta, log_likelihood, collapsed(theta), log_likelihood}, best)) {
      Candidate end = run_until_slow(std::move(theta), kRoundsUntilSlow);
      return is_better(end, best) ? std::optional(std::move(end)) : std::nullopt;
    }
    const double limit = log_likelihood + extrapolated_gain(gain, ratio);
    if (round >= kRoundsBeforeFailure && limit < best.limit + (best.collapsed > 0 ? 0 : kWorthTrying)) return {};
    Repairs unreported;
    theta = step_.maximise(rows(), e_step.moments, theta, unreported);
  }
  return {};
}

void SampleEm::report(double log_likelihood) const {
  in_.journal.report("search", sweep, in_.parameters.integer("sweeps"), log_likelihood);
}

EStepResult SampleEm::expect(const Mixture& theta, Sorting& sorting) const {
  if (step_.rules() != Rules::standard) return step_.expect(rows(), theta, sorting);
  return {subsample_.floats().expect(theta, step_.family().second), 0, 0, {}};
}

std::size_t SampleEm::collapsed(const Mixture& theta) const {
  return count_collapsed(step_.floor(), theta, rows().observations());
}

}  // namespace mixseed
