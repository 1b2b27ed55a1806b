// EM on the observed values of rows with missing values, with floor, prior, acceleration and count of collapsed
// components as in the refiner em.
#pragma once

#include <vector>

#include "base/pool.h"
#include "base/rng.h"
#include "fit/attempt.h"
#include "fit/recording.h"
#include "fit/rescale.h"
#include "mixseed/fit.h"
#include "pass/observed.h"

namespace mixseed {

// Rows with missing values, in the unit in which they are fitted, with their recording steps and single Gaussian.
class ObservedData {
 public:
  // Throws Error(input) for rows that cannot be fitted and Error(usage) for invalid recording steps.
  ObservedData(const DataView& data, const FitOptions& options);

  const ObservedRows& rows() const { return rows_; }
  const Mixture& gaussian() const { return gaussian_; }    // the most likely single Gaussian
  const DataSummary& summary() const { return summary_; }  // its mean and covariance, with the recording steps
  // The unit is 2^exponent of the caller's; 0 for ordinary data.
  int exponent() const { return exponent_; }
  // `prior`: pseudo-rows of every component.
  CallersUnit callers_unit(double prior, std::size_t components) const;
  const Recording& recording() const { return recording_; }  // in the caller's units
  std::vector<double> steps() const;                         // of the recording, in the unit of the rows
  Pool& pool() const { return pool_; }

  // The rows with missing values replaced: by conditional means under the single Gaussian, or by column means.
  const Data& filled_by_gaussian() const { return filled_by_gaussian_; }
  Data filled_by_means() const;
  // Missing values replaced by draws from a model.
  Data filled_by_model(const Mixture& theta, const Rng& rng, Pool& pool) const;
  // The rows without missing values.
  Data complete_rows() const;
  bool is_complete() const;

  // EM from a start in this unit, with the parameters of the stage `em`.
  Attempt run_em(const Mixture& start, const Stage& em, Pool& pool, const Journal::Report& report) const;

 private:
  Data with_values(std::vector<double> values) const;

  mutable Pool pool_;
  ObservedRows rows_;
  bool weighted_;
  int exponent_;
  Recording recording_;
  Mixture gaussian_;
  DataSummary summary_;
  Data filled_by_gaussian_;
};

}  // namespace mixseed
