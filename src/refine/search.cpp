// Split and merge: a component that is hardly missed is given up for another one to become two, as long as EM ends
// higher. The moves are those of Ueda, Nakano, Ghahramani & Hinton, "SMEM algorithm for mixture models", Neural
// Computation 12, 2000; which of them are worth a try is estimated from the rows concerned (swaps.h).
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

constexpr int kTries = 6, kDoubtfulTries = 3;
// From so many components on, EM with the few that a swap touches costs little beside a round with all: more swaps are
// looked at in that way, and fewer are tried.
constexpr std::size_t kManyComponents = 5;
constexpr std::size_t kRefined = 8;
constexpr int kPartialRounds = 6, kTriesOfRefined = 3;
constexpr double kHopeless = 0.1;  // over K: a swap that is so far below after partial EM is not tried

class Search {
 public:
  Search(Refining& in, std::size_t K) : in_(in), em_(in, K, rows_each(in, K)), K_(static_cast<double>(K)) {}

  Candidate first(State state) {
    Candidate found = em_.run_until_slow(em_.enter(std::move(state)), 25);
    em_.sort_by(found.theta);
    return found;
  }

  // Swaps as long as EM ends higher. After a kick, not when it has come back to where it began.
  Candidate swapped(Candidate best, const Candidate* home = nullptr) {
    for (; em_.sweep < sweeps() && !in_.journal.enough(); ++em_.sweep) {
      if (home && has_returned(best, *home)) break;
      in_.journal.round("search", em_.sweep, sweeps(), best.likelihood, {});
      std::optional<Candidate> next = better(best);
      if (!next) break;
      const bool is_little = next->collapsed == best.collapsed && next->likelihood < best.likelihood + kWorthTrying;
      best = std::move(*next);
      if (is_little) break;
    }
    return best;
  }

  // Swaps, and neighbours that begin anew, as long as either helps.
  Candidate searched(Candidate best) {
    best = swapped(std::move(best));
    for (int pass = 0; pass < in_.parameters.integer("anew") && has_own_parts(); ++pass) {
      std::optional<Candidate> next = with_local_restarts(best);
      if (!next) break;
      best = swapped(std::move(*next));
    }
    return best;
  }

  Candidate finished(Candidate best) { return em_.finished(std::move(best)); }

  // Where the search ends that begins near this model, if that is better.
  std::optional<Candidate> perturbed(const Candidate& best) {
    const std::shared_ptr<Swaps> known = swaps_;
    Candidate other =
        swapped(em_.run_until_slow(mixseed::perturbed(em_.held().rows(), best.theta, in_.rng), 25), &best);
    if (above(other, best)) return other;
    swaps_ = known;
    return {};
  }

 private:
  static double rows_each(const Refining& in, std::size_t K) {
    const int asked = in.parameters.integer("rows");
    return asked > 0 ? static_cast<double>(asked) : static_cast<double>(rows_of_search(in.X.dim(), K));
  }

  int sweeps() const { return in_.parameters.integer("sweeps"); }

  static bool has_returned(const Candidate& now, const Candidate& home) {
    return now.collapsed == home.collapsed && std::abs(now.likelihood - home.likelihood) < kSameAfterPerturbing;
  }

  // Estimates for this model, unless they are there.
  void look_at(const Mixture& theta) {
    if (swaps_ && swaps_->groups().theta() == theta) return;
    swaps_ = std::make_shared<Swaps>(Groups(em_.held(), em_.tiles(), theta), em_.step(), in_.rng, swaps_.get());
  }

  // The first swap, or several at once, from which EM climbs above the best.
  std::optional<Candidate> better(const Candidate& best) {
    look_at(best.theta);
    const std::vector<Swap> ranked = swaps_->ranked();
    const std::vector<Swap> together = promising(ranked);
    if (together.size() > 1) {
      if (auto found = em_.climbed(swaps_->made(together), best)) return found;
    }
    const bool is_refined = has_own_parts() && best.theta.size() >= kManyComponents;
    return is_refined ? best_of_refined(ranked, best) : first_of(ranked, best);
  }

  // The likeliest of the neighbours that begin anew, if EM climbs above the best from there.
  std::optional<Candidate> with_local_restarts(const Candidate& best) {
    if (in_.journal.enough()) return {};
    look_at(best.theta);
    const std::vector<LocalRestart> found = local_restarts(swaps_->groups(), LocalEm(em_.step()), in_.rng);
    em_.busy(best.likelihood);
    return found.empty() ? std::nullopt : em_.climbed(found.front().theta, best);
  }

  std::vector<Swap> promising(const std::vector<Swap>& ranked) const {
    std::vector<Swap> taken;
    for (const Swap& swap : ranked) {
      if (!(swap.gain > 0.25 / K_) || static_cast<double>(taken.size() + 1) > K_ / 4) break;
      const auto free = [&](const Swap& other) { return swaps_->disjoint(swap, other); };
      if (std::all_of(taken.begin(), taken.end(), free)) taken.push_back(swap);
    }
    return taken;
  }

  // Whether EM can go on with some components alone.
  bool has_own_parts() const { return em_.step().rules() == Rules::standard && em_.step().has_own_parts(); }

  // The first that ends above, in the order of the estimates.
  std::optional<Candidate> first_of(const std::vector<Swap>& ranked, const Candidate& best) {
    int tries = 0, doubtful = 0;
    for (const Swap& swap : ranked) {
      if (tries++ == kTries || (swap.gain < -1 / K_ && doubtful++ == kDoubtfulTries) || in_.journal.enough()) break;
      if (auto found = em_.climbed(swaps_->made({&swap, 1}), best)) return found;
      swaps_->failed(swap);
    }
    return {};
  }

  // The first that ends above, in the order of what partial EM makes of them.
  std::optional<Candidate> best_of_refined(const std::vector<Swap>& ranked, const Candidate& best) {
    std::size_t count = 0;
    for (int doubtful = 0; count < std::min(kRefined, ranked.size()); ++count) {
      if (ranked[count].gain < -1 / K_ && doubtful++ == kDoubtfulTries) break;
    }
    if (in_.journal.enough()) return {};
    std::vector<Swaps::Refined> refined = swaps_->refined({ranked.data(), count}, kPartialRounds);
    em_.busy(best.likelihood);
    std::stable_sort(refined.begin(), refined.end(),
                     [](const auto& a, const auto& b) { return a.swap.gain > b.swap.gain; });
    int tries = 0;
    for (const auto& [swap, theta] : refined) {
      // Whoever has no collapsed component is better than a best that has one, however likely.
      const bool is_hopeless = best.collapsed == 0 && (swap.gain < -kHopeless / K_ || tries == kTriesOfRefined);
      if (!is_hopeless) {
        if (in_.journal.enough()) return {};
        ++tries;
        if (auto found = em_.climbed(theta, best)) return found;
      }
      swaps_->failed(swap);
    }
    return {};
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
  Candidate best = search.searched(search.first(std::move(state)));
  for (int futile = 0; futile < in.parameters.integer("kicks") && !in.journal.enough(); ++futile) {
    std::optional<Candidate> next = search.perturbed(best);
    if (!next) continue;
    best = std::move(*next);
    futile = -1;
  }
  return in.parameters.integer("kicks") > 0 ? search.finished(std::move(best)).theta : std::move(best.theta);
}

}  // namespace

// A covariance has about D^2 / 2 numbers to find. With few components some thousand rows in all cost little, and tell
// neighbouring optima apart.
std::size_t rows_of_search(std::size_t dim, std::size_t components) {
  return std::max({std::size_t{500}, 10 * (dim + 1) * (dim + 2), 4000 / components});
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
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "search",
                   .alias = "",
                   .summary = "split and merge on a sample of the rows, as long as EM ends higher",
                   .reference = "after Ueda, Nakano, Ghahramani & Hinton 2000",
                   .parameters =
                       {whole("rows", "rows of the sample for every component; 0: max(500, 10 (D+1)(D+2), 4000/K)", 0),
                        whole("sweeps", "most times that all swaps are estimated", 100),
                        whole("anew", "most times that neighbours begin anew, one after the other", 6),
                        whole("kicks",
                              "the search begins again near the best until so many times in a row have not helped", 0)},
                   .objective = MethodInfo::Objective::penalised_log_densities,
                   .searches = true},
          .refine = refine_search};
}

}  // namespace mixseed
