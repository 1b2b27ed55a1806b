#include "fit/replications.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fit/checks.h"
#include "mixseed/evaluate.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::uint64_t kResamplingStream = 0;  // of a replication

std::size_t whole_number(double weight) { return static_cast<std::size_t>(std::llround(weight)); }

// Rows drawn with replacement, as weights: how often each row was drawn.
Values draw_counts(const DataView& data, Rng rng) {
  Values sums, counts(data.rows(), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) sums.push_back(total += data.weight(i));
  for (std::size_t left = whole_number(total); left > 0; --left) {
    const auto hit = std::upper_bound(sums.begin(), sums.end(), total * rng.uniform()) - sums.begin();
    counts[std::min(static_cast<std::size_t>(hit), counts.size() - 1)] += 1;
  }
  return counts;
}

Values random_weights(const DataView& data, Rng rng) {
  Values weights(data.rows());
  double sum = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) sum += weights[i] = -std::log(1 - rng.uniform()) * data.weight(i);
  const double total = observations_of(data);
  for (double& weight : weights) weight *= total / sum;
  return weights;
}

}  // namespace

void check_options(const BootstrapOptions& options) {
  require(options.replications >= 2 && options.replications <= 1'000'000, ErrorCode::usage,
          "replications: expected 2 to 1000000, got {}", options.replications);
  require(options.level > 0 && options.level < 1, ErrorCode::usage,
          "level: expected a number above 0 and below 1, got {}", std::to_string(options.level));
}

Resample resample(const DataView& data, const Mixture& model, Resampling resampling, const Rng& replication) {
  Rng rng = replication.split(kResamplingStream);
  if (resampling == Resampling::model) {
    Resample drawn{sample(model, whole_number(observations_of(data)), rng.bits()).points, {}, data};
    drawn.view = DataView(drawn.values.data(), drawn.values.size() / model.dim, model.dim);
    return drawn;
  }
  Resample drawn{{}, resampling == Resampling::rows ? draw_counts(data, rng) : random_weights(data, rng), data};
  drawn.view = data.with_weights(drawn.weights.data());
  return drawn;
}

double observations_of(const DataView& data) {
  double sum = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) sum += data.weight(i);
  return sum;
}

}  // namespace mixseed
