// Responsibilities of a mixture on a subsample, grouped by component.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "pass/verbs.h"

namespace mixseed {

// Density ratios below this are raised to it before a logarithm is taken.
inline const double kLeastDensityRatio = std::exp(-80.0);

// Rows, ascending, and the responsibility of one or several components for each.
struct Group {
  std::vector<std::size_t> rows;
  std::vector<double> responsibilities;
  double scale = 1;  // the number of rows that each row represents
};

class Groups {
 public:
  // S must outlive this object.
  Groups(const Subsample& S, const Mixture& theta);

  const Mixture& theta() const { return theta_; }
  double observations() const { return S_.rows().observations(); }
  double weight(std::size_t row) const { return S_.view().weight(row); }
  double log_density(std::size_t row) const { return posteriors_.log_densities[row]; }
  double responsibility(std::size_t row, std::size_t k) const {
    return posteriors_.responsibilities[row * theta_.size() + k];
  }
  // The responsibility of all other components, given that of some.
  double rest(std::size_t row, double responsibility) const { return totals_[row] - responsibility; }

  // The rows for which component k has more than a negligible responsibility, or more than `least`.
  const Group& group(std::size_t k) const { return groups_[k]; }
  Group group(std::size_t k, double least) const;
  Group group_of_both(std::size_t j, std::size_t k) const;
  // Equally spaced rows of the group, as many as an estimate needs, from a random first one; or the whole group.
  Group thin(const Group& group, Rng& rng) const;
  // The rows of a group by themselves, in full or weighted by responsibility.
  FloatRows rows_of(const Group& group, bool by_responsibility) const;
  // The gain of the log-likelihood when the group's part of every row's density becomes weight_of_group *
  // exp(log_densities).
  double gain(const Group& group, const std::vector<double>& log_densities, double weight_of_group) const;
  // The components that share rows with k, those with the largest overlap first.
  std::vector<std::size_t> neighbours(std::size_t k, std::size_t most) const;

 private:
  const Subsample& S_;
  Mixture theta_;
  Posteriors posteriors_;
  // By row: the sum of the stored responsibilities, about 1. These are floats, without those below 1e-10, so that
  // differences are exact.
  std::vector<double> totals_;
  std::vector<Group> groups_;
  std::vector<std::vector<double>> overlaps_;
};

}  // namespace mixseed
