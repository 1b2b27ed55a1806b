// A subsample of the rows, drawn or given, in the memory of the caller, with a team of the caller's threads.
#pragma once

#include <memory>
#include <optional>

#include "base/rng.h"
#include "pass/float_rows.h"
#include "pass/team.h"

namespace mixseed {

// How many observations a sample of this share has: ceil(share * n), but at least `least`, and at most all.
double sample_size(const Dataset& X, double share, std::size_t least);
// Draws sample_size observations uniformly without replacement. Rows are in ascending order of their numbers; a row
// drawn several times appears once, with that weight. share = 1 takes all rows that have weight, and draws nothing.
Data draw_sample(const Dataset& X, double share, std::size_t least, Rng& rng);

class Subsample {
 public:
  Subsample(const Team& asker, Data rows);
  // A sample as of draw_sample, recorded in the steps of X.
  static Subsample drawn(const Dataset& X, double share, std::size_t least, Rng& rng);
  // The same, but X itself without a copy if the sample has all rows; then there is no view().
  static Subsample drawn_or_all(const Dataset& X, double share, std::size_t least, Rng& rng);

  const Dataset& rows() const { return dataset_; }
  const DataView& view() const { return data_->view; }
  // Computed on first use; the first call must not be concurrent with another.
  const FloatRows& floats() const;

  // Puts rows with the same best component next to each other: other components then matter to few of their tiles.
  void sort_by_component(const Mixture& theta);

 private:
  explicit Subsample(const Dataset& all) : asker_(&all.team()), dataset_(all) {}

  const Team* asker_;
  std::optional<Data> data_;    // empty if the rows are X itself
  std::unique_ptr<Team> team_;  // null in that case
  Dataset dataset_;
  mutable std::optional<FloatRows> floats_;
};

}  // namespace mixseed
