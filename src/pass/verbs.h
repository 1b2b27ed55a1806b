// What methods ask with: one line each for a pass over the rows, a draw, a sample.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "model/moments.h"
#include "model/rules.h"
#include "pass/subsample.h"
#include "pass/team.h"

namespace mixseed {

// The rule by which a stage that makes many passes lets the order of the rows follow its model: when more than one row
// in kPatience has another best component than under the model that the rows were last sorted by, the present model
// takes its place; or none, where most components have to do with most rows, so that there is little to rule out.
class Sorting {
 public:
  const Model& by() const { return by_; }
  // A pass for this model gave this answer.
  void after(const Model& model, const EStepResult& e_step, std::size_t rows);
  // Whether the last two passes gave every row to the same component; of classifications only.
  bool partition_unchanged() const { return partition_unchanged_; }

 private:
  Model by_;
  std::vector<std::uint64_t> partition_hashes_;
  bool partition_unchanged_ = false;
};

// EM's expectation, CEM's classification, and the nearest centre (the objective is the sum of squared distances).
EStepResult expect(const Dataset& X, const Mixture& theta, Moments::Second second, Rules rules, Sorting& sorting);
EStepResult classify(const Dataset& X, const Mixture& theta, Moments::Second second, Sorting& sorting);
EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second, Sorting& sorting);
EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second);

// Whom every row belongs to: for rows so few that the asker can hold K numbers for each.
Posteriors posteriors(const Dataset& X, const Mixture& theta);

// The smaller of the boxes around all rows that count, along the columns and along the principal axes; see Noise.
Noise box_around(const Dataset& X);

// Every observation with the same probability.
ChosenRow draw_row(const Dataset& X, Rng& rng);
// In proportion to the squared distance from the nearest centre, or the smallest squared Mahalanobis distance from a
// component; uniformly when all are zero.
ChosenRow draw_row(const Dataset& X, const State& from, Rng& rng);
std::vector<ChosenRow> draw_rows(const Dataset& X, const State& from, std::size_t count, Rng& rng);
// The row with the largest such distance; ties go to the lowest number.
ChosenRow farthest_row(const Dataset& X, const State& from);
// For every candidate: the sum of squared distances from the nearest of the centres and it.
std::vector<double> distance_sums(const Dataset& X, const Centers& C, const Centers& candidates);

// Euclidean distances between all rows of a sample of X, those of row i from the rows before it one after the other:
// n (n - 1) / 2 of them, on the asker's own threads.
// `step` is called once per row, by any thread but one at a time, and may throw to cancel.
std::vector<double> pairwise_distances(const Dataset& X, const DataView& rows, const std::function<void()>& step = {});

}  // namespace mixseed
