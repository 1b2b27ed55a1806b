// Split and merge: a swap removes a component that contributes little and splits another one, as long as EM then ends
// with a higher likelihood. The moves are those of Ueda, Nakano, Ghahramani & Hinton, "SMEM algorithm for mixture
// models", Neural Computation 12, 2000; their gains are estimated from the rows concerned (swaps.h).
//
//   best = EM from the start, on a subsample
//   improve(best):
//     repeat, at most `anew` times:
//       repeat, at most `sweeps` times:
//         estimate the gain of every swap
//         run EM from the most promising swaps; best = the first that ends higher, or stop
//       restart neighbouring components (local_restarts.h); best = the result of EM if it ends higher, or stop
//   until `kicks` perturbations in a row have failed:
//     other = EM and swaps from perturb(best); best = other if it is better
#include <algorithm>
#include <cmath>
#include <memory>

#include "refine/local_restarts.h"
#include "refine/perturb.h"
#include "refine/refiners.h"
#include "refine/sample_em.h"
#include "refine/swaps.h"
#include "refine/tolerances.h"

namespace mixseed {
namespace {

constexpr int kTries = 6, kTriesOfDoubtful = 3;  // a swap is doubtful if its estimated gain is below -1 / K
// From this many components on, partial EM with the few components of a swap is cheap compared to EM with all: more
// swaps are ranked by it, and fewer are tried.
constexpr std::size_t kManyComponents = 5, kPartialFits = 8;
constexpr int kPartialRounds = 6, kTriesOfPartialFits = 3;
constexpr double kLeastGainOfTry = -0.1;        // over K, after partial EM
constexpr double kLeastGainOfManySwaps = 0.25;  // over K, each, to be made with others at once
constexpr int kRoundsOfStart = 25;

class Search {
 public:
  Search(Refining& in, std::size_t K) : in_(in), em_(in, K, rows_each(in, K)), K_(static_cast<double>(K)) {}

  Candidate run_from(State state) {
    Candidate best = em_.run_until_slow(em_.as_mixture(std::move(state)), kRoundsOfStart);
    em_.sort_rows(best.theta);
    best = swap(std::move(best));
    for (int pass = 0; pass < in_.parameters.integer("anew") && may_run_partial_em(); ++pass) {
      std::optional<Candidate> next = restart_locally(best);
      if (!next) break;
      best = swap(std::move(*next));
    }
    return best;
  }

  // The end of a search from a perturbation of the best candidate, if that is better.
  std::optional<Candidate> run_from_perturbed(const Candidate& best) {
    const std::shared_ptr<Swaps> known = swaps_;
    Mixture start = perturb(em_.subsample().rows(), best.theta, in_.rng);
    Candidate other = swap(em_.run_until_slow(std::move(start), kRoundsOfStart), &best);
    if (is_better(other, best)) return other;
    swaps_ = known;
    return {};
  }

  Candidate run_to_end(Candidate best) { return em_.run_to_end(std::move(best)); }

 private:
  static double rows_each(const Refining& in, std::size_t K) {
    const int asked = in.parameters.integer("rows");
    return asked > 0 ? static_cast<double>(asked) : static_cast<double>(rows_of_search(in.X.dim(), K));
  }

  int sweeps() const { return in_.parameters.integer("sweeps"); }
  bool may_run_partial_em() const {
    return em_.step().rules() == Rules::standard && em_.step().has_independent_components();
  }
  bool is_doubtful(const Swap& swap) const { return swap.gain < -1 / K_; }

  // Swaps as long as EM ends higher, or until a perturbed candidate has returned to its origin.
  Candidate swap(Candidate best, const Candidate* origin = nullptr) {
    for (; em_.sweep < sweeps() && !in_.journal.enough(); ++em_.sweep) {
      if (origin && has_returned(best, *origin)) break;
      in_.journal.add_round("search", em_.sweep, sweeps(), best.log_likelihood, {});
      std::optional<Candidate> next = swap_once(best);
      if (!next) break;
      const bool is_last =
          next->collapsed == best.collapsed && next->log_likelihood < best.log_likelihood + kWorthTrying;
      best = std::move(*next);
      if (is_last) break;
    }
    return best;
  }

  static bool has_returned(const Candidate& now, const Candidate& origin) {
    return now.collapsed == origin.collapsed &&
           std::abs(now.log_likelihood - origin.log_likelihood) < kSameAfterPerturbing;
  }

  void estimate_swaps(const Mixture& theta) {
    if (swaps_ && swaps_->groups().theta() == theta) return;
    swaps_ = std::make_shared<Swaps>(Groups(em_.subsample(), theta), em_.step(), in_.rng, swaps_.get());
  }

  // The first swap, or several at once, from which EM ends better.
  std::optional<Candidate> swap_once(const Candidate& best) {
    estimate_swaps(best.theta);
    const std::vector<Swap> ranked = swaps_->ranked();
    const std::vector<Swap> many = disjoint_swaps(ranked);
    if (many.size() > 1) {
      if (auto next = em_.try_start(swaps_->apply(many), best)) return next;
    }
    const bool by_partial_em = may_run_partial_em() && best.theta.size() >= kManyComponents;
    return by_partial_em ? try_by_partial_em(ranked, best) : try_by_estimate(ranked, best);
  }

  // Promising swaps that concern different components.
  std::vector<Swap> disjoint_swaps(const std::vector<Swap>& ranked) const {
    std::vector<Swap> taken;
    for (const Swap& swap : ranked) {
      if (!(swap.gain > kLeastGainOfManySwaps / K_) || static_cast<double>(taken.size() + 1) > K_ / 4) break;
      const auto is_disjoint = [&](const Swap& other) { return swaps_->are_disjoint(swap, other); };
      if (std::all_of(taken.begin(), taken.end(), is_disjoint)) taken.push_back(swap);
    }
    return taken;
  }

  std::optional<Candidate> try_by_estimate(const std::vector<Swap>& ranked, const Candidate& best) {
    int tries = 0, doubtful = 0;
    for (const Swap& swap : ranked) {
      if (tries++ == kTries || (is_doubtful(swap) && doubtful++ == kTriesOfDoubtful) || in_.journal.enough()) break;
      if (auto next = em_.try_start(swaps_->apply({&swap, 1}), best)) return next;
      swaps_->mark_failed(swap);
    }
    return {};
  }

  std::optional<Candidate> try_by_partial_em(const std::vector<Swap>& ranked, const Candidate& best) {
    std::size_t count = 0;
    for (int doubtful = 0; count < std::min(kPartialFits, ranked.size()); ++count) {
      if (is_doubtful(ranked[count]) && doubtful++ == kTriesOfDoubtful) break;
    }
    if (in_.journal.enough()) return {};
    std::vector<Swaps::PartialFit> fits = swaps_->run_partial_em({ranked.data(), count}, kPartialRounds);
    em_.report(best.log_likelihood);
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.swap.gain > b.swap.gain; });
    int tries = 0;
    for (const auto& [swap, theta] : fits) {
      // A best candidate with collapsed components loses to any sound one, however unlikely.
      const bool is_hopeless =
          best.collapsed == 0 && (swap.gain < kLeastGainOfTry / K_ || tries == kTriesOfPartialFits);
      if (!is_hopeless) {
        if (in_.journal.enough()) return {};
        ++tries;
        if (auto next = em_.try_start(theta, best)) return next;
      }
      swaps_->mark_failed(swap);
    }
    return {};
  }

  // The most promising local restart, if EM from there ends better.
  std::optional<Candidate> restart_locally(const Candidate& best) {
    if (in_.journal.enough()) return {};
    estimate_swaps(best.theta);
    const std::vector<LocalRestart> restarts = local_restarts(swaps_->groups(), LocalEm(em_.step()), in_.rng);
    em_.report(best.log_likelihood);
    return restarts.empty() ? std::nullopt : em_.try_start(restarts.front().theta, best);
  }

  Refining& in_;
  SampleEm em_;
  double K_;
  std::shared_ptr<Swaps> swaps_;  // of the last sweep
};

State refine_search(Refining& in, State state) {
  const std::size_t K = std::visit([](const auto& model) { return model.size(); }, state);
  if (K == 1) return state;
  Search search(in, K);
  Candidate best = search.run_from(std::move(state));
  const int kicks = in.parameters.integer("kicks");
  for (int failures = 0; failures < kicks && !in.journal.enough(); ++failures) {
    std::optional<Candidate> next = search.run_from_perturbed(best);
    if (!next) continue;
    best = std::move(*next);
    failures = -1;
  }
  return kicks > 0 ? search.run_to_end(std::move(best)).theta : std::move(best.theta);
}

}  // namespace

// A covariance has about D^2 / 2 parameters. With few components, 4000 rows in all are cheap and distinguish optima of
// similar likelihood.
std::size_t rows_of_search(std::size_t dim, std::size_t components) {
  return std::max({std::size_t{500}, 5 * (dim + 1) * (dim + 2), 4000 / components});
}

Refiner search() {
  const auto whole = [](std::string_view name, std::string_view summary, double fallback) {
    return ParameterInfo{.name = name,
                         .summary = summary,
                         .kind = ParameterInfo::Kind::integer,
                         .fallback = fallback,
                         .least = 0,
                         .most = 1e9,
                         .quiet = true};
  };
  return {
      .info = {.kind = MethodInfo::Kind::refiner,
               .name = "search",
               .alias = "",
               .summary = "split and merge on a sample of the rows, as long as EM ends higher",
               .reference = "after Ueda, Nakano, Ghahramani & Hinton 2000",
               .parameters = {whole("rows", "rows of the sample per component; 0: max(500, 5 (D+1)(D+2), 4000/K)", 0),
                              whole("sweeps", "most sweeps; a sweep estimates the gain of every swap", 100),
                              whole("anew", "most local restarts of neighbouring components, one after the other", 6),
                              whole("kicks",
                                    "stop after this many perturbations of the best model in a row have failed", 0)},
               .objective = MethodInfo::Objective::penalised_log_densities,
               .searches = true},
      .refine = refine_search};
}

}  // namespace mixseed
