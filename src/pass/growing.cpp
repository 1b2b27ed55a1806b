#include "pass/growing.h"

#include <algorithm>
#include <utility>

namespace mixseed {
namespace {

// With fewer components sorting the rows does not pay.
constexpr std::size_t kFewestSorted = 20;

}  // namespace

GrowingMixture::GrowingMixture(const Dataset& X, std::size_t most, Rules rules, Repairs& repairs)
    : X_(X),
      most_(most),
      repair_(X.summary(), {&family_of(Covariance::spherical), rules, kDefaultFloor}),
      theta_(one_component(X.summary(), rules, repairs)),
      pivots_(theta_.means) {}

Mixture GrowingMixture::estimate(std::vector<double> means) {
  const Moments sums = X_.ask(Grow{means, pivots_, sorted_by_, most_});
  const std::size_t K = sums.size(), D = X_.dim();
  Mixture theta{Covariance::spherical, D, std::vector<double>(K, 0.0), std::move(means), std::vector<double>(K, 0.0)};
  for (std::size_t k = 0; k < K; ++k) {
    if (!(sums.mass(k) > 0)) continue;  // an empty component keeps its mean
    const std::vector<double> mean = sums.mean(k);
    const double scatter = sums.scatter(k) / sums.mass(k);
    double shift = 0;
    for (std::size_t j = 0; j < D; ++j) shift += (mean[j] - sums.pivot(k)[j]) * (mean[j] - sums.pivot(k)[j]);
    const auto at = static_cast<std::ptrdiff_t>(k * D);
    std::copy(mean.begin(), mean.end(), theta.means.begin() + at);
    // A pivot far from the rows would lose digits.
    if (shift > scatter) std::copy(mean.begin(), mean.end(), pivots_.begin() + at);
    theta.weights[k] = sums.mass(k) / X_.observations();
    theta.covariances[k] = scatter / static_cast<double>(D);
  }
  return theta;
}

void GrowingMixture::add(std::span<const double> mean, Repairs& repairs) {
  std::vector<double> means = theta_.means;
  means.insert(means.end(), mean.begin(), mean.end());
  pivots_.insert(pivots_.end(), mean.begin(), mean.end());
  theta_ = estimate(std::move(means));
  repair_.repair(theta_, repairs);
  sort_again();
}

// Sorts by the present means whenever their number has grown by a quarter.
void GrowingMixture::sort_again() {
  const std::size_t K = theta_.size();
  if (K < kFewestSorted || K <= sorted_for_ + sorted_for_ / 4) return;
  sorted_for_ = K;
  sorted_by_ = std::make_shared<const State>(Centers{theta_.dim, theta_.means});
}

}  // namespace mixseed
