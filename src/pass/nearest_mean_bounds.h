// The nearest mean of every row, and its smallest Mahalanobis distance, updated while a spherical mixture grows and
// moves. Bounds as of Elkan and Hamerly, one line for some tiles of sorted rows, rule out most distances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/moments.h"
#include "pass/grouping.h"
#include "rows/rows.h"

namespace mixseed {

class Part;

class NearestMeanBounds {
 public:
  // At most 32 MB of bounds: with many rows several tiles share a line.
  static constexpr std::size_t kMostBounds = std::size_t{1} << 23;
  // For mixtures of up to `most` components. The part must outlive this object.
  NearestMeanBounds(Part& part, std::size_t most, std::size_t most_bounds = kMostBounds);

  std::size_t most() const { return most_; }
  std::size_t components() const { return precisions_.size(); }

  // Sets the means and variances of the mixture; it never shrinks.
  void follow(const std::vector<double>& means, const std::vector<double>& variances);
  // Sets the means alone, of which at most one is new.
  void assign(const std::vector<double>& means);
  // Later calls add rows in the order of their nearest centers, or in their own order when these are null.
  void arrange(const ModelPtr& centers);

  // Second moments by column of every component's rows about the pivots.
  Moments sums(const Moments::Pivots& pivots);
  // By row.
  const std::vector<double>& min_mahalanobis() const { return m_; }

 private:
  class TileUpdater;
  using Flags = std::vector<std::uint8_t>;  // one for every component

  // How the last mixture changed a component.
  struct Change {
    double drift = 0;               // how far its mean has moved
    double growth = 1, offset = 0;  // its sqrt(m) is at most growth times the old one plus this
  };

  // work(TileUpdater&, unit) for every unit.
  template <typename Work>
  void for_each_unit(const Work& work);
  void admit(std::span<const double> center);
  void take_over(const std::vector<double>& means, const std::vector<double>& variances);
  Change change_of(std::size_t k, const double* mean, double variance) const;
  void sort_window(std::size_t window, const std::vector<std::uint32_t>& labels, std::size_t components);
  void sum_up(std::size_t window, Moments& sums, const Moments* before);
  std::size_t units() const { return (radius_.size() + unit_ - 1) / unit_; }
  const double* sorted(std::size_t block) const;
  // Null if no bounds are kept.
  float* bounds_of(std::size_t unit) { return bounds_.empty() ? nullptr : bounds_.data() + unit * stride_; }

  Part& part_;
  std::size_t most_;
  std::size_t stride_;                                  // of lines of bounds
  std::size_t unit_;                                    // number of tiles that share a line of bounds
  std::vector<double> means_, variances_, precisions_;  // the last mean may have no variance yet, and a precision of 0
  Flags changed_;
  std::vector<Change> changes_;
  ModelPtr order_model_;
  Order order_;
  // In this order, padded to whole tiles.
  std::vector<std::uint32_t> labels_, tight_;  // the nearest mean, and the component with the smallest m
  std::vector<double> near_;                   // squared distance from the nearest mean
  std::vector<double> radius_, reach_;         // of every tile: the largest roots of near and m
  // Copies of the rows, as tiles and, once sorted, also one after the other. Empty if there are too many to copy.
  std::vector<double> tiles_, rows_;
  std::vector<double> m_;  // by row

  // For more than a few components. Distances in units of `yardstick_`. A bound is the smallest distance of a unit's
  // rows from a mean plus the mean's path at that time, so no row is nearer now than bound - path.
  bool tracks_;
  double yardstick_ = 1;
  std::vector<float> bounds_;                 // [units][stride]
  std::vector<double> paths_;                 // how far every mean has moved in all
  std::vector<float> slacks_, moved_slacks_;  // the same, rounded up; and -inf for means that have not changed
  std::vector<float> sizes_;                  // standard deviations, rounded up

  // For every window: its sums, and which components have lost or won rows since these were computed.
  std::vector<Moments> sums_;
  std::vector<Flags> stale_;
};

// m(x | theta) of every row, by the part's own bounds.
const std::vector<double>& min_mahalanobis(Part& part, const Mixture& theta);

}  // namespace mixseed
