// The nearest mean of every row, and the smallest Mahalanobis distance, kept up while a spherical mixture grows and
// moves. Rows are looked at eight at a time, in an order in which those of one component lie together, and compared
// with those components only that the triangle inequality does not rule out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/moments.h"
#include "model/points.h"

namespace mixseed {

class Proximity {
 public:
  // For mixtures of up to `most` components. X must outlive this object.
  Proximity(const Points& X, std::size_t most);

  // A flag for every component: whether it lost or won rows.
  using Flags = std::vector<std::uint8_t>;

  // One more centre: rows that are nearer to it than to their mean become its own. `touched` gets one more component.
  void admit(std::span<const double> center, Flags& touched);
  // The mixture has these means and variances now.
  void follow(const std::vector<double>& means, const std::vector<double>& variances, Flags& touched);

  // Weights, means and squares of the rows of the components in `which`, one after the other, about `pivots`.
  Moments moments_of(const std::vector<std::uint32_t>& which, Moments::Pivots pivots) const;
  // By row.
  const std::vector<double>& min_mahalanobis() const { return m_; }

 private:
  class Tiles;

  // work(Tiles&, tile) for every tile.
  template <typename Work>
  void for_each_tile(Flags& touched, const Work& work);
  void take_over(const std::vector<double>& means, const std::vector<double>& variances);
  void regroup();

  const Points& X_;
  std::size_t stride_;
  std::size_t grouped_for_ = 1;  // how many components there were when the rows were last put in order
  std::vector<double> means_, precisions_, sizes_, gaps_;  // sizes: standard deviations; gaps: between means
  std::vector<double> drift_;                              // how far each mean has moved with the last mixture
  Order order_;
  // In this order, filled up to whole tiles.
  std::vector<std::uint32_t> labels_;
  std::vector<double> radius_;  // of every tile: no row is farther from its mean
  std::vector<double> tiles_;   // the rows themselves; empty when they are too many to be kept twice
  std::vector<double> m_;       // by row
};

}  // namespace mixseed
