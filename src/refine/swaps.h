// What it would cost a mixture to give up a component, and what it would gain by having one twice: estimates from the
// rows that are concerned, with all other components as they are.
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

// Component `dropped` is given up, `split` becomes two. When `dropped` would be joined with `split`, the rows of the
// two are parted in another way.
struct Swap {
  std::size_t dropped, split;
  double gain;  // of the log-likelihood per observation; an estimate
};

class Swaps {
 public:
  // `em` must outlive this object. What was found out about components that have hardly changed since is taken over.
  Swaps(Groups groups, const EmStep& em, Rng& rng, const Swaps* before = nullptr);

  const Groups& groups() const { return groups_; }

  // Not to be ranked again while its components stay as they are.
  void failed(const Swap& swap) { failed_.emplace_back(swap.dropped, swap.split); }

  // All that can be made: those first that give up a collapsed component, then the most promising.
  std::vector<Swap> ranked() const;
  // Whether both can be made at once.
  bool disjoint(const Swap& a, const Swap& b) const;
  Mixture made(std::span<const Swap> swaps) const;

  // What becomes of swaps when EM goes on for some rounds with the components that they touch, on their rows, beside
  // the others as they are. Components must have covariances of their own.
  struct Refined {
    Swap swap;  // its gain is that of the log-likelihood, before the last round
    Mixture theta;
  };
  std::vector<Refined> refined(std::span<const Swap> swaps, int rounds) const;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Drop {
    double cost = kInfinity;
    std::optional<std::size_t> heir;  // the component with which it is joined; none: its rows go where they like
  };

  const Mixture& theta() const { return groups_.theta(); }
  double cost_without(std::size_t k) const;
  double cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const;
  void price_drops(const Swaps* before, Rng& rng);
  void find_splits(const Swaps* before, Rng& rng);
  std::vector<std::size_t> touched_by(const Swap& swap) const;

  Groups groups_;
  LocalEm em_;
  std::vector<std::pair<std::size_t, std::size_t>> failed_;
  std::vector<bool> same_;                                         // as they were in the sweep before
  std::map<std::pair<std::size_t, std::size_t>, double> joining_;  // what it costs
  std::vector<Drop> drops_;
  std::vector<Split> splits_;
  std::vector<Split> redone_;  // of a component and its heir
};

}  // namespace mixseed
