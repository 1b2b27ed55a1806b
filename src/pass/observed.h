// Rows of which numbers may be missing, and the two passes over them: plain and dense, without the bounds of the other
// passes, but in the same fixed tree, so that bits do not depend on threads.
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
  // A copy. Throws Error(input) for infinite numbers, weights that cannot be, or no row at all. `skip_empty` leaves out
  // rows without any number.
  ObservedRows(const DataView& data, bool skip_empty);

  // Up to kernel::kBlock rows in which the same columns are seen.
  struct Chunk {
    std::vector<std::size_t> seen;
    std::vector<std::size_t> rows;
  };

  std::size_t size() const { return weights_.size(); }
  std::size_t dim() const { return dim_; }
  double observations() const { return observations_; }
  // How many numbers are there, each counted with the weight of its row.
  double numbers() const;
  // Where row i stands in the data.
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

// What Survey asks, of the numbers that are there. Throws Error(input) for a column without any number.
Inspection inventory_of(const ObservedRows& rows);

// Mean and variance of what is there in every column, columns taken as independent. Throws Error(input) for a column
// without any number.
DataSummary facts_by_column(const ObservedRows& rows);

// EM's expectation over what is observed (Ghahramani & Jordan, "Supervised learning from incomplete data via an EM
// approach", NIPS 1993): moments of the rows filled with their means given what is seen, component by component, and
// of what is uncertain about these.
EStepResult expect(const ObservedRows& rows, const Mixture& theta, Moments::Second second, Pool& pool);
// The same moments with given responsibilities, [rows][K], in place of the model's.
Moments moments_of(const ObservedRows& rows, const Mixture& theta, const std::vector<double>& responsibilities,
                   Moments::Second second, Pool& pool);

// What a model says of every row, in their order.
struct ObservedPosterior {
  std::vector<double> responsibilities;   // [rows][K]
  std::vector<double> log_densities;      // [rows]
  std::vector<double> squared_distances;  // [rows][K]
  std::vector<double> filled;             // [rows][D]
};
// The rows with a draw from what the model says of the missing numbers in their place, [rows][D].
std::vector<double> filled_by_draws(const ObservedRows& rows, const Mixture& theta, const Rng& rng, Pool& pool);

ObservedPosterior posterior_of(const ObservedRows& rows, const Mixture& theta, Pool& pool);

}  // namespace mixseed
