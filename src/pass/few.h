// Rows so few that the asker looks at them again and again, at every component by every row: they stay in tiles, and
// nothing is sorted, bounded or asked of a team. For these a round of EM takes a fraction of the time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "model/moments.h"
#include "pass/belong.h"

namespace mixseed {

class Team;

class Few {
 public:
  // A copy of these rows of the view, in this order, with weights of their own. The team is told how many rows are
  // looked at, and must outlive this object.
  Few(const Team& asker, const DataView& rows, std::span<const std::size_t> chosen, std::vector<double> weights);
  // All rows of the view.
  Few(const Team& asker, const DataView& rows);

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  double weight(std::size_t i) const { return weights_[i]; }
  double observations() const { return observations_; }

  // Moments about the model's means, with the log-likelihood as their objective. `counted`: other weights, one for
  // every row.
  Moments expect(const Mixture& theta, Moments::Second second) const { return added_up(theta, second, weights_); }
  Moments expect(const Mixture& theta, Moments::Second second, std::vector<double> counted) const {
    counted.resize(weights_.size());
    return added_up(theta, second, counted);
  }
  // Beside something that stays as it is: the logarithm of its density at every row. Its mass is the moments' noise.
  Moments expect_beside(std::vector<double> rest, const Mixture& theta, Moments::Second second) const {
    rest.resize(weights_.size());
    return added_up(theta, second, weights_, rest.data());
  }
  Belonging belonging(const Mixture& theta) const;
  std::vector<double> log_densities(const Mixture& theta) const;

  // The row at which the weights, times `masses` if there are any, first add up to a random share of their sum.
  std::vector<double> draw(Rng& rng, const std::vector<double>& masses = {}) const;

 private:
  class Model;
  std::size_t blocks() const;
  Moments added_up(const Mixture& theta, Moments::Second second, const std::vector<double>& counted,
                   const double* rest = nullptr) const;
  // work(block, first row, tiles, terms as responsibilities [lines][tiles], log densities)
  template <typename Work>
  void look(const Model& model, std::size_t block, const Work& work, const double* rest = nullptr) const;

  const Team& asker_;
  std::size_t size_, dim_;
  double observations_ = 0;
  std::vector<double> center_, tiles_;
  std::vector<double> weights_;  // up to the end of the last tile, where they are 0
};

}  // namespace mixseed
