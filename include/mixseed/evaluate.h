// Operations on a mixture: score, assign and sample rows, marginals and conditionals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "mixseed/record.h"

namespace mixseed {

// Each throws Error(input) for an invalid mixture, or when the data's columns are not the mixture's dimension, or for a
// number that is not finite. `threads` = 0: one per hardware thread; results do not depend on it.
//
// MissingValues::marginal evaluates the observed numbers of every row. A row without any number has log density 0, and
// its responsibilities are the weights. Error(usage) for a mixture with noise.

// log density of every row.
std::vector<double> score_rows(const Mixture& mixture, const DataView& data, int threads = 0,
                               MissingValues missing = MissingValues::error);
// Mean log density per observation (weights count).
double score(const Mixture& mixture, const DataView& data, int threads = 0,
             MissingValues missing = MissingValues::error);
// P(component | row), [rows][K]; with noise [rows][K + 1], the noise last.
std::vector<double> responsibilities(const Mixture& mixture, const DataView& data, int threads = 0,
                                     MissingValues missing = MissingValues::error);
// The component with the largest responsibility, the lowest index among equals; kNoise where the noise's is larger.
std::vector<std::size_t> assign(const Mixture& mixture, const DataView& data, int threads = 0,
                                MissingValues missing = MissingValues::error);

// Label, certainty, log density and distance, one entry per row.
struct Prediction {
  std::vector<std::size_t> components;  // as `assign`
  std::vector<double> certainties;      // the responsibility of that component, or of the noise
  std::vector<double> log_densities;    // as `score_rows`
  // Mahalanobis, to the mean of that component (for noise, of the most probable component), over the observed columns.
  std::vector<double> squared_distances;
};
Prediction predict(const Mixture& mixture, const DataView& data, int threads = 0,
                   MissingValues missing = MissingValues::error);

// The probability that a chi-squared variable with `freedom` degrees of freedom exceeds the value. For the squared
// distance of a row, with one degree per column: the share of its component's rows that lie farther out.
double chi_squared_tail(double value, double freedom);

// Smaller is better. n is the sum of the weights. ICL adds to BIC the uncertainty of the labels: BIC - 2 sum log max_k
// r_k.
struct Criteria {
  double log_likelihood = 0;  // total
  double observations = 0;    // n
  std::size_t parameters = 0;
  double bic = 0, aic = 0, icl = 0;

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"total_log_likelihood", "weights count", &Criteria::log_likelihood},
        Field{"observations", "the sum of the weights", &Criteria::observations},
        Field{"parameters", "free ones", &Criteria::parameters}, Field{"bic", "smaller is better", &Criteria::bic},
        Field{"aic", "smaller is better", &Criteria::aic}, Field{"icl", "smaller is better", &Criteria::icl});
  }
};
static_assert(describes_every_member<Criteria>());
Criteria criteria(const Mixture& mixture, const DataView& data, int threads = 0,
                  MissingValues missing = MissingValues::error);
std::size_t free_parameters(const Mixture& mixture);

// The same functions for one mixture and several data sets without missing values: factors and threads are made once.
class Scorer {
 public:
  // Throws Error(input) for an invalid mixture (see check), Error(usage) for an invalid number of threads.
  explicit Scorer(const Mixture& mixture, int threads = 0);
  ~Scorer();
  Scorer(Scorer&&) noexcept;
  Scorer& operator=(Scorer&&) noexcept;

  // As the functions above. One call at a time.
  std::vector<double> score_rows(const DataView& data) const;
  double score(const DataView& data) const;
  std::vector<double> responsibilities(const DataView& data) const;
  std::vector<std::size_t> assign(const DataView& data) const;
  Prediction predict(const DataView& data) const;
  Criteria criteria(const DataView& data) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct Sample {
  std::size_t dim = 0;
  std::vector<double> points;       // [n][D]
  std::vector<std::size_t> labels;  // [n], kNoise for rows of the noise
};
Sample sample(const Mixture& mixture, std::size_t n, std::uint64_t seed);

// The rows of `sample` in pieces of any length; memory does not grow with their number.
class Sampler {
 public:
  // Throws Error(input) for an invalid mixture (see check).
  Sampler(Mixture mixture, std::uint64_t seed);
  ~Sampler();
  Sampler(Sampler&&) noexcept;

  const Mixture& mixture() const;
  // The next n rows.
  Sample next(std::size_t n);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The smallest eigenvalue of every component's covariance, in units of `reference` (D x D, positive definite) when one
// is given: the smallest v'Sigma v / v'reference v.
std::vector<double> smallest_variances(const Mixture& mixture, std::span<const double> reference = {});

// The mixture of these columns (numbers from 0), in that order. This function and the next throw Error(usage) for a
// mixture with noise, whose box is defined in all columns only.
Mixture marginal(const Mixture& mixture, std::span<const std::size_t> columns);
// The mixture of the other columns (in their order) given that `columns` have `values`. Tied and full mixtures give
// full or tied results, diagonal and spherical ones keep their type.
Mixture conditional(const Mixture& mixture, std::span<const std::size_t> columns, std::span<const double> values);

}  // namespace mixseed
