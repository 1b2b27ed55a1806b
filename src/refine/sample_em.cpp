#include "refine/sample_em.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/collapsed.h"
#include "refine/refiners.h"
#include "refine/squarem.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

constexpr int kTryRounds = 25, kRoundsUntilSlow = 20, kLastRounds = 200;
constexpr double kFastestRatio = 5.0 / 6, kSlowestRatio = 0.95;  // of the gains of a try, for its extrapolation

}  // namespace

bool above(const Candidate& a, const Candidate& b) {
  if (a.collapsed != b.collapsed) return a.collapsed < b.collapsed;
  return a.likelihood > b.foreseen + kBetterOnSample;
}

SampleEm::SampleEm(Refining& in, std::size_t K, double rows_each)
    : in_(in),
      S_(std::in_place, in.X.team(),
         draw_sample(in.X, std::min(1.0, rows_each * static_cast<double>(K) / in.X.observations()), K, in.rng)),
      few_(std::in_place, S_->rows().team(), S_->view()),
      step_(in.X, S_->rows(), K, in.ending, {}, in.rng) {
  S_->record_as(in.X);
}

Mixture SampleEm::enter(State state) {
  Refining on_sample{S_->rows(), in_.parameters, in_.rng, in_.journal, in_.ending};
  return as_mixture(on_sample, std::move(state), in_.ending);
}

Candidate SampleEm::run_until_slow(Mixture theta, int rounds) {
  return run(std::move(theta), {.stage = "search", .rounds = rounds, .least_gain = kSlowRound, .score_the_last = true},
             NoOther());
}

Candidate SampleEm::finished(Candidate found) {
  if (step_.rules() != Rules::standard || S_->rows().observations() < in_.X.observations()) return found;
  Squarem squarem(step_.family(), step_.floor(), in_.X.summary(), 0);
  Candidate end = run(found.theta,
                      {.stage = "search",
                       .rounds = kLastRounds,
                       .tol = kEndOnFloats,
                       .score_the_last = true,
                       .may_fall = false,
                       .rounding = kRoundingOfFloats},
                      squarem);
  return end.collapsed > found.collapsed ? std::move(found) : std::move(end);
}

template <typename Instead>
Candidate SampleEm::run(Mixture theta, const LoopLimits& limits, Instead&& instead) {
  Journal inner([&](std::string_view, int, int, double likelihood) { busy(likelihood); },
                [&] { return in_.journal.enough(); });
  Refining on_sample{S_->rows(), in_.parameters, in_.rng, inner, in_.ending};
  Sorting sorting;
  const LoopEnd end = iterate(
      on_sample, limits, theta, [&](const Mixture& model) { return expect(model, sorting); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        Mixture next = step_.maximise(S_->rows(), moments, before, repairs);
        if constexpr (requires { instead.after(before, std::move(next)); }) {
          return instead.after(before, std::move(next));
        } else {
          return next;
        }
      },
      instead, [&](const Mixture& model) { return step_.prior().log_likelihood(model); });
  in_.journal.repaired(inner.repairs());
  const std::size_t spurious = collapsed(theta);
  return {std::move(theta), end.penalised, spurious, end.penalised + std::min(end.remaining, kMostToCome)};
}

std::optional<Candidate> SampleEm::climbed(Mixture theta, const Candidate& best) {
  Sorting sorting;
  double before = 0, gain = 0;
  for (int round = 0; round <= kTryRounds && !in_.journal.enough(); ++round) {
    const EStepResult e_step = expect(theta, sorting);
    const double unseen = step_.prior().log_likelihood(theta);
    const double likelihood = (e_step.moments.objective + unseen) / S_->rows().observations();
    const double ratio = ratio_of_gains(likelihood - before, gain, kFastestRatio, kSlowestRatio);
    gain = likelihood - before;
    before = likelihood;
    busy(best.likelihood);
    if (round >= 3 && (best.collapsed > 0 || likelihood > best.foreseen + kBetterOnSample)) {
      if (above({theta, likelihood, collapsed(theta), likelihood}, best)) {
        Candidate end = run_until_slow(std::move(theta), kRoundsUntilSlow);
        return above(end, best) ? std::optional(std::move(end)) : std::nullopt;
      }
    }
    const double foreseen = likelihood + gain_to_come(gain, ratio);
    if (round >= 4 && foreseen < best.foreseen + (best.collapsed > 0 ? 0 : kWorthTrying)) return {};
    Repairs unreported;
    theta = step_.maximise(S_->rows(), e_step.moments, theta, unreported);
  }
  return {};
}

void SampleEm::sort_by(const Mixture& theta) {
  const std::vector<double> shares = few_->posteriors(theta).responsibilities;
  const std::size_t n = few_->size(), K = theta.size(), D = theta.dim;
  std::vector<std::vector<std::size_t>> of(K);
  for (std::size_t i = 0; i < n; ++i) {
    const double* own = shares.data() + i * K;
    of[static_cast<std::size_t>(std::max_element(own, own + K) - own)].push_back(i);
  }
  std::vector<double> values, weights;
  values.reserve(n * D);
  for (const std::vector<std::size_t>& rows : of) {
    for (const std::size_t i : rows) {
      for (std::size_t j = 0; j < D; ++j) values.push_back(S_->view().at(i, j));
      weights.push_back(S_->view().weight(i));
    }
  }
  few_.reset();
  Data sorted = Data::from(std::move(values), n, D);
  S_.emplace(in_.X.team(), S_->rows().weighted() ? sorted.weighted(std::move(weights)) : std::move(sorted));
  S_->record_as(in_.X);
  few_.emplace(S_->rows().team(), S_->view());
}

void SampleEm::busy(double likelihood) const {
  in_.journal.busy("search", sweep, in_.parameters.integer("sweeps"), likelihood);
}

EStepResult SampleEm::expect(const Mixture& theta, Sorting& sorting) const {
  if (step_.rules() != Rules::standard) return step_.expect(S_->rows(), theta, sorting);
  return {few_->expect(theta, step_.family().second), 0, 0, {}};
}

std::size_t SampleEm::collapsed(const Mixture& theta) const {
  return count_collapsed(step_.floor(), theta, S_->rows().observations());
}

}  // namespace mixseed
