// The nearest mean of every row, and the smallest Mahalanobis distance, kept up while a spherical mixture grows and
// moves. Rows are looked at eight at a time, in an order in which those of one component lie together, and compared
// with a mean only if it can have come near enough since they were compared with it last.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/points.h"
#include "model/sphere_sums.h"

namespace mixseed {

class Proximity {
 public:
  // Not more bounds (32 MB) are kept: with many rows several tiles share a line of them.
  static constexpr std::size_t kMostBounds = std::size_t{1} << 23;
  // For mixtures of up to `most` components. X must outlive this object.
  Proximity(const Points& X, std::size_t most, std::size_t most_bounds = kMostBounds);

  // A flag for every component: whether it lost or won rows.
  using Flags = std::vector<std::uint8_t>;

  // One more centre: rows that are nearer to it than to their mean become its own. `touched` gets one more component.
  void admit(std::span<const double> center, Flags& touched);
  // The mixture has these means and variances now.
  void follow(const std::vector<double>& means, const std::vector<double>& variances, Flags& touched);

  // Of the rows of the components in `which`, one after the other, about their present means.
  SphereSums sums_of(const std::vector<std::uint32_t>& which) const;
  // By row.
  const std::vector<double>& min_mahalanobis() const { return m_; }

 private:
  class Part;

  // How the last mixture changed a component.
  struct Change {
    double drift = 0;               // how far its mean has moved
    double growth = 1, offset = 0;  // sqrt(m) of it is at most growth times what it was plus this
  };

  // work(Part&, unit) for every unit.
  template <typename Work>
  void for_each_unit(Flags& touched, const Work& work);
  void take_over(const std::vector<double>& means, const std::vector<double>& variances);
  Change change_of(std::size_t k, const double* mean, double variance) const;
  void regroup();
  void sort_window(std::size_t window);
  std::size_t units() const { return (radius_.size() + unit_ - 1) / unit_; }
  const double* sorted(std::size_t block) const {
    return rows_.empty() ? nullptr : rows_.data() + block * kernel::kBlock * X_.dim();
  }
  float* bounds_of(std::size_t unit) { return bounds_.data() + unit * stride_; }

  const Points& X_;
  std::size_t stride_;           // of lines of bounds
  std::size_t unit_;             // so many tiles share a line of bounds
  std::size_t grouped_for_ = 1;  // how many components there were when the rows were last put in order
  std::vector<double> means_, precisions_;
  Flags changed_;
  std::vector<Change> changes_;
  Order order_;
  // In this order, filled up to whole tiles.
  std::vector<std::uint32_t> labels_, tight_;  // the nearest mean, and the component with the smallest m
  std::vector<double> near_;                   // squared distance from the nearest mean
  std::vector<double> radius_, reach_;         // of every tile: the largest roots of near and m
  // The rows themselves, as tiles and, once they are in an order of their own, one after the other. Empty when they are
  // too many to be kept.
  std::vector<double> tiles_, rows_;
  std::vector<double> m_;  // by row

  // For more than a few components. Distances in units of `yardstick_`. No row of a unit was nearer to a mean than its
  // bound less what the mean had moved in all before they were compared; so it cannot be nearer than bound - path now.
  bool tracks_;
  double yardstick_;
  std::vector<float> bounds_;                 // [units][stride]
  std::vector<double> paths_;                 // how far every mean has moved in all
  std::vector<float> slacks_, moved_slacks_;  // the same, rounded up; and -inf for means that have not changed
  std::vector<float> sizes_;                  // standard deviations, rounded up
};

}  // namespace mixseed
