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

class Density;
class Team;

class Few {
 public:
  // A copy of these rows of the view, in this order, with weights of their own, about the center of other rows if they
  // are to be looked at together. The team is told how many rows are looked at, and must outlive this object.
  Few(const Team& asker, const DataView& rows, std::span<const std::size_t> chosen, std::vector<double> weights,
      const Few* like = nullptr);
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
  Belonging belonging(const Mixture& theta) const;
  std::vector<double> log_densities(const Mixture& theta) const;
  // From one component in its own units, beyond that of the row nearest to its mean.
  std::vector<double> squared_distances(const Mixture& one) const;

  // The row at which the weights, times `masses` if there are any, first add up to a random share of their sum.
  std::vector<double> draw(Rng& rng, const std::vector<double>& masses = {}) const;

  // A mixture among others that know nothing of one another: so many components on some rows, perhaps beside something
  // that stays as it is, the logarithm of whose density at every row is given.
  struct Share {
    const Few* rows;
    std::size_t components;
    std::vector<double> rest = {};
  };
  struct Apart {
    Moments moments;                      // of all components
    std::vector<double> log_likelihoods;  // of every mixture
  };
  // One after the other in `all`, at once: what is done for a model costs as much as what is done for a few rows. All
  // rows have one center. Weights are those within each mixture.
  static Apart expect_apart(std::span<const Share> shares, const Mixture& all, Moments::Second second);

 private:
  // Components of a density, and what stands beside them.
  struct Model {
    const Density& density;
    std::size_t first, count;
    const double* rest = nullptr;
  };
  std::size_t blocks() const;
  Moments added_up(const Mixture& theta, Moments::Second second, const std::vector<double>& counted) const;
  // What a block says of the model: sums of its components are added to the moments, the others are returned.
  struct Sums {
    double log_likelihood = 0, beside = 0;
  };
  Sums add_block(const Model& model, std::size_t block, const double* counted, Moments& moments) const;
  // work(first row, tiles, terms as responsibilities, log densities)
  template <typename Work>
  void look(const Model& model, std::size_t block, const Work& work) const;

  const Team& asker_;
  std::size_t size_, dim_;
  double observations_ = 0;
  std::vector<double> center_, tiles_;
  std::vector<double> weights_;  // up to the end of the last tile, where they are 0
};

}  // namespace mixseed
