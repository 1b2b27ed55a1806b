#include "pass/verbs.h"

#include <cmath>
#include <mutex>
#include <utility>

#include "model/density.h"
#include "model/noise.h"

namespace mixseed {
namespace {

// Sorting rows lets tiles skip components that do not matter to them. It costs more than it saves with few components
// and few rows for each, or when most components matter to most rows.
bool is_worth_sorting(std::size_t rows, const EStepResult& e_step) {
  constexpr std::size_t kFewComponents = 10, kFewRows = 64;
  const std::size_t components = e_step.moments.size();
  if (components <= kFewComponents && rows < kFewRows * components) return false;
  return 2 * e_step.shared <= rows * components;
}

template <typename Kind>
EStepResult pass(const Dataset& X, Kind question, Sorting& sorting) {
  question.sorted_by = sorting.model();
  const ModelPtr model = question.model;
  EStepResult e_step = X.ask(std::move(question));
  sorting.update(model, e_step, X.size());
  return e_step;
}

}  // namespace

void Sorting::update(const ModelPtr& model, const EStepResult& e_step, std::size_t rows) {
  const bool stale = !model_ || e_step.moved * kPatience > rows;
  if (stale) model_ = is_worth_sorting(rows, e_step) ? model : nullptr;
  partition_unchanged_ = !partition_hashes_.empty() && partition_hashes_ == e_step.partition_hashes;
  partition_hashes_ = e_step.partition_hashes;
}

EStepResult expect(const Dataset& X, const Mixture& theta, Moments::Second second, Rules rules, Sorting& sorting) {
  return pass(X, Expect{std::make_shared<const State>(theta), {}, second, rules}, sorting);
}

EStepResult classify(const Dataset& X, const Mixture& theta, Moments::Second second, Sorting& sorting) {
  return pass(X, Classify{std::make_shared<const State>(theta), {}, second}, sorting);
}

EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second, Sorting& sorting) {
  EStepResult e_step = pass(X, Classify{std::make_shared<const State>(C), {}, second}, sorting);
  e_step.moments.objective *= -2;  // the terms are half the negative squared distances
  return e_step;
}

EStepResult assign_nearest(const Dataset& X, const Centers& C, Moments::Second second) {
  Sorting once;
  return assign_nearest(X, C, second, once);
}

Posteriors posteriors(const Dataset& X, const Mixture& theta) {
  return X.ask(ComputePosteriors{std::make_shared<const State>(theta)});
}

Noise box_around(const Dataset& X) {
  const std::vector<double> directions = directions_of_boxes(X.summary());
  const Extents along = X.ask(MeasureExtents{X.summary().mean, directions});
  return smaller_box(X.summary(), directions, along.low, along.high);
}

ChosenRow draw_row(const Dataset& X, Rng& rng) {
  Drawn drawn = X.ask(Draw{nullptr, rng.bits(), 1});
  drawn.rows[0].probability = drawn.rows[0].mass / drawn.total;
  return std::move(drawn.rows[0]);
}

std::vector<ChosenRow> draw_rows(const Dataset& X, const State& from, std::size_t count, Rng& rng) {
  Drawn drawn = X.ask(Draw{std::make_shared<const State>(from), rng.bits(), count});
  for (ChosenRow& row : drawn.rows) row.probability = row.mass / drawn.total;
  while (drawn.rows.size() < count) drawn.rows.push_back(draw_row(X, rng));
  return std::move(drawn.rows);
}

ChosenRow draw_row(const Dataset& X, const State& from, Rng& rng) { return std::move(draw_rows(X, from, 1, rng)[0]); }

ChosenRow farthest_row(const Dataset& X, const State& from) {
  return X.ask(Farthest{std::make_shared<const State>(from)}).row;
}

std::vector<double> distance_sums(const Dataset& X, const Centers& C, const Centers& candidates) {
  return X.ask(SumDistances{std::make_shared<const State>(C), candidates}).sums;
}

std::vector<double> pairwise_distances(const Dataset& X, const DataView& rows, const std::function<void()>& step) {
  const std::size_t n = rows.rows(), dim = rows.columns(), stride = rows.row_stride();
  std::vector<double> distances(n * (n - (n > 0)) / 2);
  std::mutex asking;
  X.team().pool().run(n, [&](std::size_t i) {
    if (step) {
      const std::lock_guard lock(asking);
      step();
    }
    const double* x = rows.doubles() + i * stride;
    double* out = distances.data() + i * (i - (i > 0)) / 2;
    for (std::size_t j = 0; j < i; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < dim; ++l) {
        const double y = x[l] - rows.doubles()[j * stride + l];
        sum += y * y;
      }
      out[j] = std::sqrt(sum);
    }
  });
  return distances;
}

}  // namespace mixseed
