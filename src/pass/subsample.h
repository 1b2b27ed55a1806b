// Rows so few that the asker looks at them again and again, at every component by every row: they stay in strips, as
// floats in units of their columns' own width, and nothing is sorted, bounded or asked of a team. For these a round of
// EM takes a fraction of the time. Sums are doubles: likelihoods per observation are within 1e-6 (1 + their size).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "model/moments.h"
#include "pass/posteriors.h"

namespace mixseed {

class Team;

class Subsample {
  // How much every row counts; as floats, up to the end of the last strip, in a unit of their own.
  struct Counted {
    explicit Counted(std::vector<double> weights);
    std::vector<double> weights;
    std::vector<float> narrow;
    double unit;
  };

 public:
  // A copy of the rows. The team is told how many rows are looked at, and must outlive this object.
  Subsample(const Team& asker, const DataView& rows);
  // Some of them, in this order, with weights of their own.
  Subsample(const Subsample& all, std::span<const std::size_t> chosen, std::vector<double> weights);

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  double weight(std::size_t i) const { return counted_.weights[i]; }
  double observations() const { return observations_; }

  // Moments about the model's means, with the log-likelihood as their objective. `counted`: other weights, one for
  // every row.
  Moments expect(const Mixture& theta, Moments::Second second) const { return added_up(theta, second, counted_); }
  Moments expect(const Mixture& theta, Moments::Second second, std::vector<double> counted) const {
    return added_up(theta, second, Counted(std::move(counted)));
  }
  Posteriors posteriors(const Mixture& theta) const;
  std::vector<double> log_densities(const Mixture& theta) const;
  // From one component in its own units, beyond that of the row nearest to its mean.
  std::vector<double> squared_distances(const Mixture& one) const;

  // The row at which the weights, times `masses` if there are any, first add up to a random share of their sum.
  std::vector<double> draw(Rng& rng, const std::vector<double>& masses = {}) const;

  // A mixture among others that know nothing of one another: so many components on some rows, perhaps beside something
  // that stays as it is, the logarithm of whose density at every row is given (borrowed).
  struct SubMixture {
    const Subsample* rows;
    std::size_t components;
    std::span<const float> rest = {};
  };
  struct SubMixtureResults {
    Moments moments;                      // of all components
    std::vector<double> log_likelihoods;  // of every mixture
  };
  // One after the other in `all`, at once: what is done for a model costs as much as what is done for a few rows. All
  // rows have one center. Weights are those within each mixture.
  static SubMixtureResults expect_apart(std::span<const SubMixture> sub_mixtures, const Mixture& all,
                                        Moments::Second second);

 private:
  // Components in the units of the rows, and what stands beside them.
  class FloatDensity;
  struct Slice {
    const FloatDensity& model;
    std::size_t first, count;
    const float* rest = nullptr;
  };
  std::size_t blocks() const;
  // Where the first number of a row stands; the next ones are a strip apart.
  std::size_t place(std::size_t row) const {
    return row / kernel::kStrip * kernel::kStrip * dim_ + row % kernel::kStrip;
  }
  Moments added_up(const Mixture& theta, Moments::Second second, const Counted& counted) const;
  // What a block says of the model: sums of its components are added to the moments, the others are returned.
  struct Sums {
    double log_likelihood = 0, beside = 0;
  };
  Sums add_block(const Slice& slice, std::size_t block, const Counted& counted, Moments& moments) const;
  // work(first row, rows, terms as responsibilities, log densities)
  template <typename Work>
  void evaluate(const Slice& slice, std::size_t block, const Work& work) const;

  // Back into the columns' own units.
  void copy_log_densities(const float* from, std::size_t rows, double* to) const;

  const Team& asker_;
  std::size_t size_, dim_;
  double observations_ = 0;
  std::vector<double> center_, units_;
  double log_volume_ = 0;  // of a box that has these units as sides; densities of floats are those within it
  std::vector<float> strips_;
  Counted counted_;
};

// log(kept + weight exp(change)) of every row, or log(kept) where there is no change, to the precision of floats.
std::vector<float> logs_of_sums(std::vector<float> kept, std::vector<float> change = {}, double weight = 0);

}  // namespace mixseed
