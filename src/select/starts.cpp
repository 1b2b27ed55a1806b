#include "select/starts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "fit/attempt.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "model/main_axis.h"

namespace mixseed {
namespace {

constexpr std::uint64_t kTreeStream = (1ULL << 32) - 3;  // not one of an attempt

// A tree of m rows of D columns takes about m^2 D^3 operations: 1000 rows of up to ten columns, fewer rows of more.
constexpr double kMostOperations = 1e9, kMostRows = 1000;
// With fewer rows per column the covariances of the clusters are those of the pseudo-rows of mhac.
constexpr double kLeastRowsPerColumn = 4;

constexpr std::size_t kMostSplits = 4;

// Component k as two halves, whose means are `apart` standard deviations from each other along its main axis.
Mixture with_split(const Mixture& model, std::size_t k, double apart, const DataSummary& summary) {
  Mixture more = model;
  const std::size_t length = layout_of(model.covariance).numbers(model.dim);
  const std::vector<double> axis = main_axis(model, k, summary);
  more.weights[k] /= 2;
  more.weights.push_back(more.weights[k]);
  for (std::size_t j = 0; j < model.dim; ++j) {
    more.means[k * model.dim + j] -= apart / 2 * axis[j];
    more.means.push_back(model.mean(k)[j] + apart / 2 * axis[j]);
  }
  if (layout_of(model.covariance).shared) return more;
  for (std::size_t i = 0; i < length; ++i) more.covariances.push_back(model.covariances[k * length + i]);
  return more;
}

}  // namespace

std::vector<State> split_starts(const Mixture& model, std::size_t components, const DataSummary& summary) {
  std::vector<std::size_t> order(model.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return model.weights[a] > model.weights[b]; });
  std::vector<State> splits;
  for (std::size_t i = 0; i <= std::min(kMostSplits, model.size()); ++i) {
    const bool last = i == std::min(kMostSplits, model.size());
    Mixture more = with_split(model, order[last ? 0 : i], last ? 0.0 : 1.0, summary);
    while (more.size() < components) {
      const auto heaviest = std::max_element(more.weights.begin(), more.weights.end()) - more.weights.begin();
      more = with_split(more, static_cast<std::size_t>(heaviest), last ? 0.0 : 1.0, summary);
    }
    splits.emplace_back(std::move(more));
  }
  return splits;
}

std::vector<State> tree_starts(const Restarts& restarts, std::span<const std::size_t> ks) {
  const Dataset& X = restarts.rows();
  const auto D = static_cast<double>(X.dim());
  const double rows = std::floor(std::min(kMostRows, std::sqrt(kMostOperations / (D * D * D))));
  if (rows < kLeastRowsPerColumn * (D + 1)) return {};
  const MethodInfo& mhac = method_named("mhac");
  Stage stage{&mhac, Parameters(mhac)};
  stage.parameters.set("rows", rows);
  std::vector<State> starts;
  try {
    const Rng rng = restarts.stream(0).split(kTreeStream);
    for (Seeded& seeded : seed_each(X, stage, ks, rng, {})) starts.push_back(std::move(seeded.state));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    starts.clear();
  }
  return starts;
}

}  // namespace mixseed
