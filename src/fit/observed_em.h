// EM on the observed values of rows with missing values: with the floor, the prior, the longer steps and the rules of
// collapse of the refiner em.
#pragma once

#include <vector>

#include "base/pool.h"
#include "base/rng.h"
#include "fit/attempt.h"
#include "fit/recording.h"
#include "mixseed/fit.h"
#include "pass/observed.h"

namespace mixseed {

// Rows with missing values, in the unit in which they are fitted, and what a fit needs to know of them.
class ObservedData {
 public:
  // Throws Error(input) for rows that cannot be fitted and Error(usage) for invalid recording steps.
  ObservedData(const DataView& data, const FitOptions& options);

  const ObservedRows& rows() const { return rows_; }
  const Mixture& gaussian() const { return gaussian_; }    // the most likely single Gaussian
  const DataSummary& summary() const { return summary_; }  // its mean and covariance, with the recording steps
  // The unit is 2^exponent of the caller's; 0 for ordinary data.
  int exponent() const { return exponent_; }
  const Recording& recording() const { return recording_; }  // in the caller's units
  std::vector<double> steps() const;                         // of the recording, in the unit of the rows
  Pool& pool() const { return pool_; }

  // The rows with the conditional means of the single Gaussian, or with the means of the columns, in place of missing
  // values.
  const Data& by_gaussian() const { return by_gaussian_; }
  Data by_column_means() const;
  // The rows with draws from a model in place of missing values.
  Data by_draws(const Mixture& theta, const Rng& rng, Pool& pool) const;
  // The rows without missing values.
  Data whole_rows() const;
  bool all_whole() const;

  // EM from a start in this unit, with the parameters of the stage `em`.
  Attempt run_em(const Mixture& start, const Stage& em, Pool& pool, const Journal::Report& report) const;
  // The attempt in the caller's units. `prior`: pseudo-rows of every component.
  void to_callers_units(Attempt& attempt, double prior) const;
  // What the change of units adds to a mean log-likelihood per row.
  double log_shift() const;

 private:
  Data with_values(std::vector<double> values) const;

  mutable Pool pool_;
  ObservedRows rows_;
  bool weighted_;
  int exponent_;
  Recording recording_;
  Mixture gaussian_;
  DataSummary summary_;
  Data by_gaussian_;
};

}  // namespace mixseed
