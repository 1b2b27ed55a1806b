// Estimates the gain of swaps. A swap removes one component and splits another one; its gain is estimated from the rows
// concerned, with all other components fixed.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "refine/groups.h"
#include "refine/local_em.h"
#include "refine/splits.h"

namespace mixseed {

// Component `dropped` is removed and `split` becomes two. If `split` is also the component that takes over the rows of
// `dropped`, the rows of both are split in another way.
struct Swap {
  std::size_t dropped, split;
  double gain;  // of the log-likelihood per observation; an estimate
};

class Swaps {
 public:
  // `em` must outlive this object. Estimates for components that have hardly changed since `before` are taken over.
  Swaps(Groups groups, const EmStep& em, Rng& rng, const Swaps* before = nullptr);

  const Groups& groups() const { return groups_; }

  // The swap is not ranked again until one of its components changes.
  void mark_failed(const Swap& swap) { failed_.emplace_back(swap.dropped, swap.split); }

  // All possible swaps: first those that remove a collapsed component, then by decreasing gain.
  std::vector<Swap> ranked() const;
  // Whether both can be applied at once.
  bool are_disjoint(const Swap& a, const Swap& b) const;
  Mixture apply(std::span<const Swap> swaps) const;

  struct PartialFit {
    Swap swap;  // with the gain that EM found, before its last round
    Mixture theta;
  };
  // Some rounds of EM with only the components that a swap touches, on their rows. Components must be independent.
  std::vector<PartialFit> run_partial_em(std::span<const Swap> swaps, int rounds) const;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Drop {
    double cost = kInfinity;
    std::optional<std::size_t> heir;  // the component it is joined with; none: its rows go to all others
  };

  const Mixture& theta() const { return groups_.theta(); }
  double cost_of_dropping(std::size_t k) const;
  double cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const;
  void find_drops(const Swaps* before, Rng& rng);
  void find_splits(const Swaps* before, Rng& rng);
  std::vector<std::size_t> touched_by(const Swap& swap) const;

  Groups groups_;
  LocalEm em_;
  std::vector<std::pair<std::size_t, std::size_t>> failed_;
  std::vector<bool> unchanged_;  // since the sweep before
  std::map<std::pair<std::size_t, std::size_t>, double> join_costs_;
  std::vector<Drop> drops_;
  std::vector<Split> splits_;
  std::vector<Split> resplits_;  // of a component and its heir
};

}  // namespace mixseed
