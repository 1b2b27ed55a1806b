#include "pass/sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hypergeometric.h"
#include "pass/part.h"

namespace mixseed {
namespace {

// The number of observations that a row of this weight counts as.
double count_of(double weight) { return std::ceil(weight); }

// The weight of `drawn` of a row's observations, one of which may be fractional.
double amount_of(double weight, double drawn, Rng& rng) {
  const double all = count_of(weight);
  if (weight == all || drawn == 0) return drawn;
  const bool has_rest = drawn == all || rng.uniform() * all < drawn;
  return has_rest ? drawn - 1 + (weight - std::floor(weight)) : drawn;
}

void pick_from(const Rows& rows, std::size_t window, double wanted, std::uint64_t key, Picked& picked) {
  Rng rng = Rng(key).split(rows.offset() / kWindow + window);
  const std::size_t first = window * kWindow, end = std::min(rows.size(), first + kWindow);
  double left = 0;
  for (std::size_t i = first; i < end; ++i) left += count_of(rows.weight(i));
  for (std::size_t i = first; i < end && wanted > 0; ++i) {
    const double weight = rows.weight(i), own = count_of(weight);
    const double drawn = hypergeometric(own, std::max(left - own, 0.0), wanted, rng);
    left -= own;
    wanted -= drawn;
    if (drawn == 0) continue;
    picked.weights.push_back(amount_of(weight, drawn, rng));
    picked.values.resize(picked.values.size() + rows.dim());
    rows.copy_row(i, picked.values.data() + picked.values.size() - rows.dim());
  }
}

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void ObservationCounts::merge(ObservationCounts&& right) { append(observations, right.observations); }

void Picked::merge(Picked&& right) {
  append(values, right.values);
  append(weights, right.weights);
}

ObservationCounts answer(const CountObservations&, Part& part) {
  ObservationCounts scales{std::vector<double>(part.rows().windows(), 0.0)};
  part.pool().run(scales.observations.size(), [&](std::size_t window) {
    const std::size_t first = window * kWindow, end = std::min(part.size(), first + kWindow);
    double& sum = scales.observations[window];
    for (std::size_t i = first; i < end; ++i) sum += count_of(part.rows().weight(i));
  });
  return scales;
}

Picked answer(const Pick& question, Part& part) {
  const std::size_t before = part.rows().offset() / kWindow;
  std::vector<Picked> windows(part.rows().windows());
  part.pool().run(windows.size(), [&](std::size_t window) {
    pick_from(part.rows(), window, question.counts[before + window], question.key, windows[window]);
  });
  Picked all;
  for (Picked& picked : windows) all.merge(std::move(picked));
  return all;
}

}  // namespace mixseed
