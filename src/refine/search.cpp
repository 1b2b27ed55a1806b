// Split and merge: a component that is hardly missed is given up for another one to become two, as long as EM ends
// higher. The moves are those of Ueda, Nakano, Ghahramani & Hinton, "SMEM algorithm for mixture models", Neural
// Computation 12, 2000; which of them are worth a try is estimated from the rows concerned (swaps.h).
#include <algorithm>
#include <cmath>
#include <memory>

#include "refine/kick.h"
#include "refine/loop.h"
#include "refine/refiners.h"
#include "refine/swaps.h"

namespace mixseed {
namespace {

constexpr double kSettled = 3e-4;     // EM on the way need not come nearer to its end
constexpr double kWorthwhile = 1e-4;  // per observation; after a smaller gain the search ends
constexpr double kLeastGain = 2e-5;   // per observation; less is no other optimum
constexpr double kMostToCome = 3e-3;  // per observation; what EM on the way may be credited with
constexpr int kTryRounds = 25, kTries = 6, kDoubtfulTries = 3;
// From so many components on, EM with the few that a swap touches costs little beside a round with all: more swaps are
// looked at in that way, and fewer are tried.
constexpr std::size_t kManyComponents = 5;
constexpr int kPartialRounds = 6, kRefined = 8, kTriesOfRefined = 3;
constexpr double kHopeless = 0.1;   // over K: a swap that is so far below after partial EM is not tried
constexpr double kReturned = 5e-4;  // per observation; a kick that ends so near to the best has come back to it

struct Found {
  Mixture theta;
  double likelihood;  // per observation, with the prior's rows
  std::size_t collapsed;
  double foreseen;  // where EM would end; whoever takes its place has to be above
};

// A likelihood that a component owes to a handful of rows is not to be had, and not to be missed.
bool above(const Found& a, const Found& b) {
  if (a.collapsed != b.collapsed) return a.collapsed < b.collapsed;
  return a.likelihood > b.foreseen + kLeastGain;
}

class Search {
 public:
  Search(Refining& in, std::size_t K)
      : in_(in),
        S_(std::in_place, in.X.team(), draw_sample(in.X, share_of(in, K), K, in.rng)),
        few_(std::in_place, S_->rows().team(), S_->view()),
        step_(in.X, S_->rows(), K, in.ending, {}, in.rng),
        K_(static_cast<double>(K)) {}

  Mixture enter(State state) {
    Refining on_sample{S_->rows(), in_.parameters, in_.rng, in_.journal, in_.ending};
    return as_mixture(on_sample, std::move(state), in_.ending);
  }

  // EM on the sample until it hardly moves.
  Found settled(Mixture theta, int rounds) {
    Journal inner([&](std::string_view, int, int, double likelihood) { busy(likelihood); },
                  [&] { return in_.journal.enough(); });
    Refining on_sample{S_->rows(), in_.parameters, in_.rng, inner, in_.ending};
    Sorting sorting;
    const LoopEnd end = iterate(
        on_sample, {.stage = "search", .rounds = rounds, .least_gain = kSettled, .score_the_last = true}, theta,
        [&](const Mixture& model) { return expect(model, sorting); },
        [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
          return step_.maximise(S_->rows(), moments, before, repairs);
        },
        NoOther(), [&](const Mixture& model) { return step_.prior().log_likelihood(model); });
    in_.journal.repaired(inner.repairs());
    const std::size_t spurious = collapsed(theta);
    return {std::move(theta), end.penalised, spurious, end.penalised + std::min(end.remaining, kMostToCome)};
  }

  // Rows of one component side by side: of a tile of them hardly any other has a share, and what has none costs little.
  void sort_by(const Mixture& theta) {
    const std::vector<double> shares = few_->belonging(theta).responsibilities;
    const std::size_t n = few_->size(), K = theta.size(), D = theta.dim;
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < n; ++i) {
      const double* own = shares.data() + i * K;
      order.emplace_back(std::max_element(own, own + K) - own, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<double> values, weights;
    for (const auto& [label, i] : order) {
      for (std::size_t j = 0; j < D; ++j) values.push_back(S_->view().at(i, j));
      weights.push_back(S_->view().weight(i));
    }
    few_.reset();
    Data sorted = Data::from(std::move(values), n, D);
    S_.emplace(in_.X.team(), S_->rows().weighted() ? sorted.weighted(std::move(weights)) : std::move(sorted));
    few_.emplace(S_->rows().team(), S_->view());
  }

  // The first swap, or several at once, from which EM climbs above the best.
  std::optional<Found> better(const Found& best) {
    auto swaps = std::make_shared<Swaps>(*S_, *few_, best.theta, step_, in_.rng, swaps_.get());
    swaps_ = std::move(swaps);
    const std::vector<Swap> ranked = swaps_->ranked();
    const std::vector<Swap> together = promising(ranked);
    if (together.size() > 1) {
      if (auto found = climbed(swaps_->made(together), best)) return found;
    }
    return has_own_parts(best.theta) ? best_of_refined(ranked, best) : first_of(ranked, best);
  }

  // Swaps as long as EM ends higher. After a kick, not when it has come back to where it began.
  Found swapped(Found best, const Found* home = nullptr) {
    for (; sweep < sweeps() && !in_.journal.enough(); ++sweep) {
      if (home && has_returned(best, *home)) break;
      in_.journal.round("search", sweep, sweeps(), best.likelihood, {});
      std::optional<Found> next = better(best);
      if (!next) break;
      const double before = best.collapsed == next->collapsed ? best.likelihood : next->likelihood - 1;
      best = settled(std::move(next->theta), 20);
      if (best.likelihood < before + kWorthwhile) break;
    }
    return best;
  }

  // The better one of this model and of where the search ends that begins near it.
  Found kicked(Found best) {
    const std::shared_ptr<Swaps> known = swaps_;
    Found other = swapped(settled(mixseed::kicked(S_->rows(), best.theta, in_.rng), 25), &best);
    if (above(other, best)) return other;
    swaps_ = known;
    return best;
  }

  void busy(double likelihood) const { in_.journal.busy("search", sweep, sweeps(), likelihood); }
  int sweeps() const { return in_.parameters.integer("sweeps"); }
  int sweep = 0;

 private:
  static double share_of(const Refining& in, std::size_t K) {
    const int asked = in.parameters.integer("rows");
    const auto rows = asked > 0 ? static_cast<double>(asked) : static_cast<double>(rows_of_search(in.X.dim(), K));
    return std::min(1.0, rows * static_cast<double>(K) / in.X.observations());
  }

  Tally expect(const Mixture& theta, Sorting& sorting) const {
    if (step_.rules() != Rules::standard) return step_.expect(S_->rows(), theta, sorting);
    return {few_->expect(theta, step_.family().second), 0, 0, {}};
  }

  std::size_t collapsed(const Mixture& theta) const {
    return step_.floor().collapsed(theta, S_->rows().observations());
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

  static bool has_returned(const Found& now, const Found& home) {
    return now.collapsed == home.collapsed && std::abs(now.likelihood - home.likelihood) < kReturned;
  }

  // Whether EM can go on with some components alone.
  bool has_own_parts(const Mixture& theta) const {
    return theta.size() >= kManyComponents && step_.rules() == Rules::standard && !step_.family().constrained() &&
           !layout_of(theta.covariance).shared;
  }

  // The first that ends above, in the order of the estimates.
  std::optional<Found> first_of(const std::vector<Swap>& ranked, const Found& best) {
    int tries = 0, doubtful = 0;
    for (const Swap& swap : ranked) {
      if (tries++ == kTries || (swap.gain < -1 / K_ && doubtful++ == kDoubtfulTries) || in_.journal.enough()) break;
      if (auto found = climbed(swaps_->made({&swap, 1}), best)) return found;
      swaps_->failed(swap);
    }
    return {};
  }

  // The first that ends above, in the order of what partial EM makes of them.
  std::optional<Found> best_of_refined(const std::vector<Swap>& ranked, const Found& best) {
    std::vector<Swaps::Refined> refined;
    int doubtful = 0;
    for (const Swap& swap : ranked) {
      if (refined.size() == kRefined || (swap.gain < -1 / K_ && doubtful++ == kDoubtfulTries)) break;
      if (in_.journal.enough()) return {};
      refined.push_back(swaps_->refined(swap, kPartialRounds));
      busy(best.likelihood);
    }
    std::stable_sort(refined.begin(), refined.end(),
                     [](const auto& a, const auto& b) { return a.swap.gain > b.swap.gain; });
    int tries = 0;
    for (const auto& [swap, theta] : refined) {
      // Whoever has no collapsed component is better than a best that has one, however likely.
      const bool is_hopeless = best.collapsed == 0 && (swap.gain < -kHopeless / K_ || tries == kTriesOfRefined);
      if (!is_hopeless) {
        if (in_.journal.enough()) return {};
        ++tries;
        if (auto found = climbed(theta, best)) return found;
      }
      swaps_->failed(swap);
    }
    return {};
  }

  // A few rounds of EM, given up as soon as the end is foreseen below the best.
  std::optional<Found> climbed(Mixture theta, const Found& best) {
    Sorting sorting;
    double before = 0, gain = 0;
    for (int round = 0; round <= kTryRounds && !in_.journal.enough(); ++round) {
      const Tally tally = expect(theta, sorting);
      const double unseen = step_.prior().log_likelihood(theta);
      const double likelihood = (tally.moments.objective + unseen) / S_->rows().observations();
      const double ratio = gain > 0 ? std::clamp((likelihood - before) / gain, 0.0, 0.95) : 0.95;
      gain = likelihood - before;
      before = likelihood;
      busy(best.likelihood);
      if (round >= 3 && (best.collapsed > 0 || likelihood > best.foreseen + kLeastGain)) {
        Found found{theta, likelihood, collapsed(theta), likelihood};
        if (above(found, best)) return found;
      }
      const double foreseen = likelihood + gain * std::max(5.0, ratio / (1 - ratio));
      if (round >= 4 && foreseen < best.foreseen + (best.collapsed > 0 ? 0 : kWorthwhile)) return {};
      Repairs unreported;
      theta = step_.maximise(S_->rows(), tally.moments, theta, unreported);
    }
    return {};
  }

  Refining& in_;
  std::optional<Held> S_;
  std::optional<Few> few_;
  EmStep step_;
  double K_;
  std::shared_ptr<Swaps> swaps_;  // of the last sweep
};

State refine_search(Refining& in, State state) {
  const std::size_t K = std::visit([](const auto& model) { return model.size(); }, state);
  if (K == 1) return state;
  Search search(in, K);
  Found best = search.settled(search.enter(std::move(state)), 25);
  search.sort_by(best.theta);
  best = search.swapped(std::move(best));
  for (int kick = 0; kick < in.parameters.integer("kicks") && !in.journal.enough(); ++kick) {
    best = search.kicked(std::move(best));
  }
  return best.theta;
}

}  // namespace

// A covariance has about D^2 / 2 numbers to find. With few components some thousand rows in all cost little, and tell
// neighbouring optima apart.
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
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "search",
                   .alias = "",
                   .summary = "split and merge on a sample of the rows, as long as EM ends higher",
                   .reference = "after Ueda, Nakano, Ghahramani & Hinton 2000",
                   .parameters = {whole("rows",
                                        "rows of the sample for every component; 0: max(500, 5 (D+1)(D+2), 4000/K)", 0),
                                  whole("sweeps", "most times that all swaps are estimated", 100),
                                  whole("kicks", "how often the search begins again near the best", 0)},
                   .objective = MethodInfo::Objective::penalised_log_densities,
                   .searches = true},
          .refine = refine_search};
}

}  // namespace mixseed
