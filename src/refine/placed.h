// Components for rows that have a value in common: among all rows, and among those of one component.
#pragma once

#include <cstddef>
#include <vector>

#include "refine/groups.h"
#include "refine/local_em.h"
#include "refine/ties.h"

namespace mixseed {

// A component of the rows that have a value in common.
struct Placed {
  Tie tie;
  Mixture one;
  double weight;
  std::vector<double> log_densities;  // of these rows
};

class PlacedAtTies {
 public:
  // None where components share a covariance or are round: then one cannot be flat and another not.
  PlacedAtTies(const Groups& groups, const LocalEm& em);

  const std::vector<Placed>& all() const { return all_; }
  // What every one of them would add to the log-likelihood, beside the components as they are.
  std::vector<double> gains(const Groups& groups) const;
  // The heaviest values that many of the group have in common, but not nearly all: those would be a flat component
  // already.
  std::vector<const Tie*> within(const Groups& groups, const Group& group) const;

 private:
  double least_;  // rows, of which a flat component is no accident
  std::vector<Placed> all_;
  std::vector<std::vector<std::size_t>> of_row_;  // those whose value it has
};

// Instead of one component, those rows that have the value and the others.
Mixture parted(const Groups& groups, const LocalEm& em, const Group& group, const Few& X, const Mixture& one,
               const Tie& tie);

}  // namespace mixseed
