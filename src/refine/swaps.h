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

// Component `dropped` is given up, `split` becomes two. When `dropped` would be joined with `split`, the rows of the
// two are parted in another way. Beyond the components, `split` counts the values that many rows have in common
// (ties.h): these rows get a component of their own.
struct Swap {
  std::size_t dropped, split;
  double gain;  // of the log-likelihood per observation; an estimate
};

class Swaps {
 public:
  // S: rows that the asker holds, once more as `rows`; both must outlive this object. What was found out about
  // components that have hardly changed since is taken over.
  Swaps(const Held& S, const Few& rows, const Mixture& theta, const EmStep& em, Rng& rng,
        const Swaps* before = nullptr);

  // Whether these are the estimates for that model.
  bool is_of(const Mixture& theta) const { return theta == theta_; }

  // Not to be ranked again while its components stay as they are.
  void failed(const Swap& swap) { failed_.emplace_back(swap.dropped, swap.split); }

  // All that can be made: those first that give up a collapsed component, then the most promising.
  std::vector<Swap> ranked() const;
  // Whether both can be made at once.
  bool disjoint(const Swap& a, const Swap& b) const;
  Mixture made(std::span<const Swap> swaps) const;

  // What becomes of swaps when EM goes on for some rounds with the components that they touch, on their rows, beside
  // the others as they are. Components must have covariances of their own. Nothing is done for values in common.
  struct Refined {
    Swap swap;  // its gain is that of the log-likelihood, before the last round
    Mixture theta;
  };
  std::vector<Refined> refined(std::span<const Swap> swaps, int rounds) const;

  // Neighbours that begin anew at other rows, in the same way beside the others, where that gains something: the most
  // promising first.
  struct Rearranged {
    double gain;  // as that of a swap
    Mixture theta;
  };
  std::vector<Rearranged> rearranged(Rng& rng) const;

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
  // Those that share rows with k, the most rows first.
  std::vector<std::size_t> nearest_to(std::size_t k, std::size_t most) const;
  void price_without();
  void price_drops(const Swaps* before, Rng& rng);
  double cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const;
  // Rows that are to be parted anew, and the component that they make up together.
  struct Parting {
    Mixture one;
    double weight;
    Group group;
    Few X;
  };
  std::optional<Parting> parting(const Group& group, Mixture one, double weight) const;
  void find_splits(const Swaps* before, Rng& rng);
  std::vector<Mixture> starts_of(const Parting& parting, Rng& rng) const;
  std::vector<Split> best_splits(std::span<const Parting> partings, Rng& rng) const;
  void place_at_ties(const Swaps* before);
  std::vector<const Tie*> ties_in(const Group& group) const;
  Mixture parted(const Group& group, const Few& X, const Mixture& one, const Tie& tie) const;
  bool has(std::size_t row, const Tie& tie) const { return S_.view().at(row, tie.column) == tie.value; }
  double mass_of(const Group& group, std::size_t at) const {
    return group.scale * S_.view().weight(group.rows[at]) * group.shares[at];
  }
  // Some components, their rows, and what all others give to the density of these.
  struct Region {
    std::vector<std::size_t> components;
    double weight;  // of these components
    Few X;
    std::vector<float> rest;     // the logarithm of what is beside
    std::vector<double> shares;  // how much of a row is of the region
    double log_likelihood;       // of the rows, as they are
  };
  std::optional<Region> region_of(std::vector<std::size_t> components) const;
  std::vector<Region> neighbourhoods() const;
  std::vector<Mixture> starts_in(const Region& region, Rng& rng) const;
  Mixture with(const Region& region, const Mixture& parts) const;
  std::vector<std::size_t> touched_by(const Swap& swap) const;
  // EM on some rows.
  struct Local {
    Few::Share share;
    Mixture parts;
    double weight = 1;      // of all its components
    double likelihood = 0;  // one round before the last
  };
  Local local_in(const Region& region, Mixture parts) const;
  Mixture maximised(const Moments& moments, const Mixture& before) const;
  void run(std::span<Local> locals, int rounds, bool go_on = false) const;
  Mixture run(const Few& X, Mixture parts, int rounds) const;
  // The component of the rows that are marked.
  Mixture estimated(const Few& X, const std::vector<bool>& marked, const Mixture& before) const;
  bool sound(const Mixture& parts, double mass) const;
  static std::size_t least_rows(std::size_t dim);  // fewer make no component

  const Held& S_;
  const Few& rows_;
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
  struct InCommon {
    std::vector<Placed> list;
    std::vector<std::vector<std::size_t>> of_row;  // those whose value it has
  };
  std::shared_ptr<const InCommon> placed_;
  std::vector<double> gains_of_placed_;
  // Of all shares of a row, about 1. They are floats of which those below 1e-10 are left out, so that what others than
  // some components have of it is a difference in which a double loses nothing.
  std::vector<double> totals_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> overlaps_;
  std::vector<std::pair<std::size_t, std::size_t>> failed_;
  std::vector<bool> same_;                                         // as they were in the sweep before
  std::map<std::pair<std::size_t, std::size_t>, double> joining_;  // what it costs
  std::vector<Drop> drops_;
  std::vector<Split> splits_;
  std::vector<Split> redone_;  // of a component and its heir
};

}  // namespace mixseed
