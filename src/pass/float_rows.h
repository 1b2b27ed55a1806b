// A few rows as float SIMD strips, for methods that pass over the same rows with many models. No order, no bounds and
// no team: every component is computed for every row, at a fraction of the time of a question. Columns are centered and
// in units of a power of two; sums are doubles, so log-likelihoods per observation are within 1e-6 (1 + their size).
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

class FloatRows {
 public:
  // Copies the rows. The team's threads do the work and it counts the rows of every pass; it must outlive this object.
  FloatRows(const Team& team, const DataView& rows);
  // The chosen rows in this order, with these weights.
  FloatRows(const FloatRows& all, std::span<const std::size_t> chosen, std::vector<double> weights);

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  double weight(std::size_t i) const { return weights_.exact[i]; }
  double observations() const { return observations_; }

  // Moments about the model's means, with the log-likelihood as their objective.
  Moments expect(const Mixture& theta, Moments::Second second) const;
  Posteriors posteriors(const Mixture& theta) const;
  std::vector<double> log_densities(const Mixture& theta) const;
  // Squared Mahalanobis distances from a single component, less that of the nearest row.
  std::vector<double> squared_distances(const Mixture& one) const;

  // A row drawn in proportion to its weight, times its mass if there are masses.
  std::vector<double> draw(Rng& rng, const std::vector<double>& masses = {}) const;

  // One of several independent mixtures, optionally with a fixed background: its log density at every row (borrowed).
  struct SubMixture {
    const FloatRows* rows;
    std::size_t components;
    std::span<const float> background = {};
  };
  struct SubMixtureResults {
    Moments moments;                      // of all components
    std::vector<double> log_likelihoods;  // of every sub-mixture
  };
  // The sub-mixtures' components follow one another in `all`, and weights are those within each sub-mixture. One call
  // for all of them, because preparing a model costs as much as a pass over a few rows. All rows share one center.
  static SubMixtureResults expect_separately(std::span<const SubMixture> sub_mixtures, const Mixture& all,
                                             Moments::Second second);

 private:
  // `narrow`: the weights as scaled floats, with zeros up to the end of the last strip.
  struct Weights {
    explicit Weights(std::vector<double> weights);
    std::vector<double> exact;
    std::vector<float> narrow;
    double unit;
  };
  class FloatDensity;
  // Consecutive components of a model, and the background of their sub-mixture.
  struct ComponentRange {
    const FloatDensity& model;
    std::size_t first, count;
    const float* background = nullptr;
  };
  std::size_t blocks() const;
  // Where the first number of a row is; the next ones are a strip apart.
  std::size_t place(std::size_t row) const {
    return row / kernel::kStrip * kernel::kStrip * dim_ + row % kernel::kStrip;
  }
  struct BlockSums {
    double log_likelihood = 0, background = 0;
  };
  // Adds the sums of the components to the moments, and returns the others.
  BlockSums add_block(const ComponentRange& range, std::size_t block, Moments& moments) const;
  // work(first row, rows, scratch with terms as responsibilities, and log densities)
  template <typename Work>
  void evaluate(const ComponentRange& range, std::size_t block, const Work& work) const;
  // Converts log densities to the units of the columns.
  void copy_log_densities(const float* from, std::size_t rows, double* to) const;

  const Team* team_;
  std::size_t size_, dim_;
  double observations_ = 0;
  std::vector<double> center_, units_;
  double log_volume_ = 0;  // of the box with these units as sides; float densities are relative to it
  std::vector<float> strips_;
  Weights weights_;
};

// log(kept + weight exp(change)) of every row, or log(kept) without `change`, to the precision of floats.
std::vector<float> logs_of_sums(std::vector<float> kept, std::vector<float> change = {}, double weight = 0);

}  // namespace mixseed
