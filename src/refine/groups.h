// Which rows are whose: what a mixture says of rows that the asker holds, by the component.
#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "pass/verbs.h"

namespace mixseed {

// Rows of which components have shares, ascending, and these shares.
struct Group {
  std::vector<std::size_t> rows;
  std::vector<double> shares;
  double scale = 1;  // how many rows each of them stands for
};

class Groups {
 public:
  // S: rows that the asker holds, once more as `rows`; both must outlive this object.
  Groups(const Held& S, const Subsample& rows, const Mixture& theta);

  const Mixture& theta() const { return theta_; }
  double observations() const { return S_.rows().observations(); }
  const DataView& view() const { return S_.view(); }
  double log_density(std::size_t row) const { return who_.log_densities[row]; }
  double share(std::size_t row, std::size_t k) const { return who_.responsibilities[row * theta_.size() + k]; }
  // What is left of a row beside those who have this share of it.
  double beside(std::size_t row, double share) const { return totals_[row] - share; }

  // The rows in which a component has a say, or more than such a share.
  const Group& of(std::size_t k) const { return groups_[k]; }
  Group of(std::size_t k, double least) const;
  // The rows of both, with what they have together.
  Group of_two(std::size_t j, std::size_t k) const;
  // No more of them than an estimate needs.
  Group thinned(const Group& group, Rng& rng) const;
  // Once more by themselves, every row counted by its share or in full.
  Subsample few(const Group& group, bool by_share) const;
  // How much its row counts at this place of the group.
  double mass(const Group& group, std::size_t at) const {
    return group.scale * view().weight(group.rows[at]) * group.shares[at];
  }
  // What becomes of the log-likelihood when that much of every row's density is replaced by another log density.
  double gained(const Group& group, const std::vector<double>& log_densities, double weight) const;
  // Those that share rows with k, the most rows first.
  std::vector<std::size_t> nearest_to(std::size_t k, std::size_t most) const;

 private:
  const Held& S_;
  const Subsample& rows_;
  Mixture theta_;
  Posteriors who_;
  // Of all shares of a row, about 1. They are floats of which those below 1e-10 are left out, so that a double loses
  // nothing by the difference to some of them.
  std::vector<double> totals_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> overlaps_;
};

}  // namespace mixseed
