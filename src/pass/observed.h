// Rows with missing numbers, and the two passes over them: without bounds, but along the same fixed tree, so that bits
// do not depend on threads.
#pragma once

#include <cstddef>
#include <vector>

#include "base/pool.h"
#include "base/rng.h"
#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "model/data_summary.h"
#include "pass/e_step.h"
#include "pass/inspect.h"

namespace mixseed {

class ObservedRows {
 public:
  // A copy. Throws Error(input) for infinite numbers, invalid weights, or no rows. `skip_empty` leaves out rows without
  // any number.
  ObservedRows(const DataView& data, bool skip_empty);

  // Up to kernel::kBlock rows with the same observed columns.
  struct Chunk {
    std::vector<std::size_t> seen;
    std::vector<std::size_t> rows;
  };

  std::size_t size() const { return weights_.size(); }
  std::size_t dim() const { return dim_; }
  double observations() const { return observations_; }
  // The number of observed numbers, each counted with the weight of its row.
  double numbers() const;
  // The number of row i in the data.
  std::size_t source(std::size_t i) const { return sources_[i]; }
  // Multiplies all numbers.
  void multiply(double factor);
  const double* row(std::size_t i) const { return values_.data() + i * dim_; }
  double weight(std::size_t i) const { return weights_[i]; }
  const std::vector<double>& weights() const { return weights_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

 private:
  std::size_t dim_;
  double observations_ = 0;
  std::vector<double> values_, weights_;
  std::vector<std::size_t> sources_;
  std::vector<Chunk> chunks_;
};

// The inspection of the observed numbers. Throws Error(input) for a column without any number.
Inspection inspection_of(const ObservedRows& rows);

// Mean and variance of the observed numbers of every column, with independent columns. Throws Error(input) for a column
// without any number.
DataSummary summary_by_column(const ObservedRows& rows);

// EM's E-step over the observed numbers (Ghahramani & Jordan, "Supervised learning from incomplete data via an EM
// approach", NIPS 1993): moments of the rows filled with their conditional means, component by component, plus the
// conditional covariances of the missing numbers.
EStepResult expect(const ObservedRows& rows, const Mixture& theta, Moments::Second second, Pool& pool);
// The same moments with given responsibilities, [rows][K], in place of the model's.
Moments moments_of(const ObservedRows& rows, const Mixture& theta, const std::vector<double>& responsibilities,
                   Moments::Second second, Pool& pool);

// The posteriors of all rows, in the order of the rows.
struct ObservedPosterior {
  std::vector<double> responsibilities;   // [rows][K]
  std::vector<double> log_densities;      // [rows]
  std::vector<double> squared_distances;  // [rows][K]
  std::vector<double> filled;             // [rows][D]
};
// The rows with missing numbers drawn from their conditional distribution under the model, [rows][D].
std::vector<double> filled_by_draws(const ObservedRows& rows, const Mixture& theta, const Rng& rng, Pool& pool);

ObservedPosterior posterior_of(const ObservedRows& rows, const Mixture& theta, Pool& pool);

}  // namespace mixseed
