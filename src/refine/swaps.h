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
#include "pass/verbs.h"
#include "refine/em_step.h"
#include "refine/ties.h"

namespace mixseed {

// Component `dropped` is given up, `split` becomes two. When both are the same, it shrinks to the rows in its middle;
// when `dropped` would be joined with `split`, the rows of the two are parted in another way. Beyond the components,
// `split` counts the values that many rows have in common (ties.h): these rows get a component of their own.
struct Swap {
  std::size_t dropped, split;
  double gain;  // of the log-likelihood per observation; an estimate
};

class Swaps {
 public:
  // S: rows that the asker holds, once more as `rows`. What was found out about components that have hardly changed
  // since is taken over.
  Swaps(const Held& S, const Few& rows, const Mixture& theta, const EmStep& em, Rng& rng,
        const Swaps* before = nullptr);

  // Not to be ranked again while its components stay as they are.
  void failed(const Swap& swap) { failed_.emplace_back(swap.dropped, swap.split); }

  // All that can be made: those first that give up a collapsed component, then the most promising.
  std::vector<Swap> ranked() const;
  // Whether both can be made at once.
  bool disjoint(const Swap& a, const Swap& b) const;
  Mixture made(std::span<const Swap> swaps) const;

  // What becomes of a swap when EM goes on for some rounds with the components that it touches, on their rows, beside
  // the others as they are. Components must have covariances of their own. Nothing is done for values in common.
  struct Refined {
    Swap swap;  // its gain is that of the log-likelihood, before the last round
    Mixture theta;
  };
  Refined refined(const Swap& swap, int rounds) const;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Drop {
    double cost = kInfinity;
    std::optional<std::size_t> heir;  // the component with which it is joined; none: its rows go where they like
  };
  struct Split {
    double gain = -kInfinity;
    Mixture parts;
  };

  // Rows of which components have shares, ascending, and these shares.
  struct Group {
    std::vector<std::size_t> rows;
    std::vector<double> shares;
    double scale = 1;  // how many rows each of them stands for
  };
  Group group_of(std::size_t k, double least) const;
  // No more rows than an estimate needs.
  Group thinned(const Group& group, Rng& rng) const;
  Group group_of_two(std::size_t j, std::size_t k) const;
  Few few(const Group& group, bool by_share) const;
  // What becomes of the log-likelihood when that much of every row's density is replaced by another log density.
  double gained(const Group& group, const std::vector<double>& log_densities, double weight) const;

  void find_groups();
  void price_without();
  void price_drops(const Swaps* before, Rng& rng);
  double cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const;
  Split best_split(const Mixture& one, double weight, const Group& group, const Few& X, Rng& rng) const;
  Split redone(std::size_t j, std::size_t k, Rng& rng) const;
  void place_at_ties(const Swaps* before);
  std::vector<const Tie*> ties_in(const Group& group) const;
  Mixture parted(const Group& group, const Few& X, const Mixture& one, const Tie& tie) const;
  bool has(std::size_t row, const Tie& tie) const { return S_.view().at(row, tie.column) == tie.value; }
  double mass_of(const Group& group, std::size_t at) const {
    return group.scale * S_.view().weight(group.rows[at]) * group.shares[at];
  }
  std::vector<std::size_t> touched_by(const Swap& swap) const;
  std::vector<double> density_beside(const std::vector<std::size_t>& touched,
                                     const std::vector<std::size_t>& rows) const;
  Split shrunk(std::size_t j, const Group& group, const Few& X) const;
  struct Local {
    Mixture parts;
    double likelihood;  // one round before
  };
  Mixture maximised(const Moments& moments, const Mixture& before) const;
  Local local_em(const Few& X, Mixture parts, int rounds) const;
  // The component of the rows that are marked.
  Mixture estimated(const Few& X, const std::vector<bool>& marked, const Mixture& before) const;
  bool sound(const Mixture& parts, double mass) const;
  static std::size_t least_rows(std::size_t dim);  // fewer make no component

  const Held& S_;
  Mixture theta_;
  const EmStep& em_;
  Belonging who_;
  // A component of the rows that have a value in common.
  struct Placed {
    Tie tie;
    Mixture one;
    double weight;
    std::vector<double> log_densities;  // of these rows
  };
  std::shared_ptr<const std::vector<Placed>> placed_;
  std::vector<double> gains_of_placed_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> overlaps_;
  std::vector<std::pair<std::size_t, std::size_t>> failed_;
  std::vector<bool> same_;                                         // as they were in the sweep before
  std::map<std::pair<std::size_t, std::size_t>, double> joining_;  // what it costs
  std::vector<Drop> drops_;
  std::vector<Split> splits_, shrunk_;
  std::vector<Split> redone_;  // of a component and its heir
};

}  // namespace mixseed
