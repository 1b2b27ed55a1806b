// Functions that ask a Dataset one question each: passes, draws and samples.
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

// Decides the order of the rows for a stage with many passes. Rows are sorted by a new model when more than one row in
// kPatience has another best component, and not at all while most components matter to most rows.
class Sorting {
 public:
  // Whose best components order the rows; null: no order.
  const ModelPtr& model() const { return model_; }
  // Records the answer of a pass for this model.
  void update(const ModelPtr& model, const EStepResult& e_step, std::size_t rows);
  // Whether the last two passes assigned every row to the same component; classifications only.
  bool partition_unchanged() const { return partition_unchanged_; }

 private:
  ModelPtr model_;
  std::vector<std::uint64_t> partition_hashes_;
  bool partition_unchanged_ = false;
};

// EM's E-step, CEM's classification, and the nearest center (the objective is the sum of squared distances).
EStepResult expect(const Dataset& X, const Mixture& theta, Moments::Second second, Rules rules, Sorting& sorting);
EStepResult classify(const Dataset& X, const Mixture& theta, Moments::Second second, Sorting& sorting);
EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second, Sorting& sorting);
EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second);

// For few rows: the answer has K numbers for each.
Posteriors posteriors(const Dataset& X, const Mixture& theta);

// The smaller of the boxes around all rows with weight, along the columns and along the principal axes; see Noise.
Noise box_around(const Dataset& X);

// Draws every observation with the same probability.
ChosenRow draw_row(const Dataset& X, Rng& rng);
// Draws in proportion to the squared distance from the nearest center, or the smallest squared Mahalanobis distance
// from a component; uniformly when all are zero.
ChosenRow draw_row(const Dataset& X, const State& from, Rng& rng);
std::vector<ChosenRow> draw_rows(const Dataset& X, const State& from, std::size_t count, Rng& rng);
// The row with the largest such distance; ties go to the lowest number.
ChosenRow farthest_row(const Dataset& X, const State& from);
// For every candidate: the sum of squared distances from the nearest of the centres and the candidate.
std::vector<double> distance_sums(const Dataset& X, const Centers& C, const Centers& candidates);

// The n (n - 1) / 2 Euclidean distances between all rows of a sample of X: for each row, its distances from the rows
// before it. Computed by the threads of this process.
// `step` is called once per row, by one thread at a time, and may throw to cancel.
std::vector<double> pairwise_distances(const Dataset& X, const DataView& rows, const std::function<void()>& step = {});

}  // namespace mixseed
