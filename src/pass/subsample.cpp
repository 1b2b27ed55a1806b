#include "pass/subsample.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/hypergeometric.h"

namespace mixseed {

double sample_size(const Dataset& X, double share, std::size_t least) {
  if (share >= 1) return X.observations();
  // 7 % of 100 is 7, not the 8 that rounding up 7.000000000000001 would give.
  const double share_of = std::ceil(share * X.observations() * (1 - 1e-12));
  return std::min(X.observations(), std::max(share_of, static_cast<double>(least)));
}

Data draw_sample(const Dataset& X, double share, std::size_t least, Rng& rng) {
  const double size = sample_size(X, share, least);
  std::vector<double> counts = X.ask(CountObservations{}).observations;
  double left = 0;
  for (const double count : counts) left += count;
  const bool all = !(size < X.observations());
  // Fractional observations weigh less than 1, so more of them are drawn.
  const bool whole = left == X.observations();
  double wanted = whole ? size : std::min(left, std::ceil(size * (left / X.observations()) * (1 - 1e-12)));
  Pick pick{counts, all ? 0 : rng.bits()};
  Rng sharing = Rng(pick.key).split(~std::uint64_t{0});
  for (std::size_t w = 0; !all && w < counts.size(); ++w) {
    pick.counts[w] = hypergeometric(counts[w], std::max(left - counts[w], 0.0), wanted, sharing);
    left -= counts[w];
    wanted -= pick.counts[w];
  }
  Picked picked = X.ask(std::move(pick));
  const std::size_t rows = picked.weights.size();
  Data data = Data::from(std::move(picked.values), rows, X.dim());
  return X.weighted() ? data.weighted(std::move(picked.weights)) : data;
}

Subsample::Subsample(const Team& asker, Data rows)
    : asker_(&asker), data_(std::move(rows)), team_(asker.local_team(view())), dataset_(*team_) {}

Subsample Subsample::drawn(const Dataset& X, double share, std::size_t least, Rng& rng) {
  Subsample sample(X.team(), draw_sample(X, share, least, rng));
  sample.dataset_ = sample.dataset_.recorded_as(X);
  return sample;
}

Subsample Subsample::drawn_or_all(const Dataset& X, double share, std::size_t least, Rng& rng) {
  const bool is_all = !(sample_size(X, share, least) < X.observations()) && X.inspection().counting == X.size();
  return is_all ? Subsample(X) : drawn(X, share, least, rng);
}

const FloatRows& Subsample::floats() const {
  if (!floats_) floats_.emplace(dataset_.team(), view());
  return *floats_;
}

void Subsample::sort_by_component(const Mixture& theta) {
  const std::vector<double> responsibilities = floats().posteriors(theta).responsibilities;
  const std::size_t n = view().rows(), K = theta.size(), D = view().columns();
  std::vector<std::size_t> labels, order(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* own = responsibilities.data() + i * K;
    labels.push_back(static_cast<std::size_t>(std::max_element(own, own + K) - own));
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return labels[a] < labels[b]; });
  std::vector<double> values, weights;
  values.reserve(n * D);
  for (const std::size_t i : order) {
    for (std::size_t j = 0; j < D; ++j) values.push_back(view().at(i, j));
    weights.push_back(view().weight(i));
  }
  floats_.reset();
  data_ = Data::from(std::move(values), n, D);
  if (dataset_.weighted()) data_ = data_->weighted(std::move(weights));
  team_ = asker_->local_team(view());
  dataset_ = Dataset(*team_).recorded_as(dataset_);
}

}  // namespace mixseed
