#include "model/growing.h"

#include <utility>

#include "model/density.h"

namespace mixseed {

GrowingMixture::GrowingMixture(const Points& X, const Points& S, std::size_t most, Rules rules, Repairs& repairs)
    : settling_(X, {Covariance::spherical, rules, kDefaultFloor}),
      theta_(one_component(X, rules, repairs)),
      first_(mixseed::min_mahalanobis(S, Density(theta_))),
      rows_(X, most),
      candidates_(&S == &X ? nullptr : std::make_unique<Proximity>(S, most)),
      touched_(1, 0),
      total_(X.total_weight()) {
  // Of the first component only the mean matters from now on.
  estimated_ = {Covariance::spherical, X.dim(), {total_}, theta_.means, {1.0}};
  rows_.follow(theta_.means, {1.0}, touched_);
  if (candidates_) candidates_->follow(theta_.means, {1.0}, touched_);
}

const std::vector<double>& GrowingMixture::min_mahalanobis() const {
  if (theta_.size() == 1) return first_;
  return candidates_ ? candidates_->min_mahalanobis() : rows_.min_mahalanobis();
}

// Components that lost or won rows are estimated anew; an empty one stays where it is.
void GrowingMixture::estimate(std::span<const double> mean) {
  const std::size_t K = theta_.size(), dim = theta_.dim;
  std::vector<double> means = theta_.means;
  means.insert(means.end(), mean.begin(), mean.end());
  rows_.admit(mean, touched_);
  if (K == 1) touched_[0] = 1;  // theta_1 was not spherical
  touched_[K] = 1;
  std::vector<std::uint32_t> which;
  for (std::uint32_t k = 0; k <= K; ++k) {
    if (touched_[k]) which.push_back(k);
  }
  const SphereSums sums = rows_.sums_of(which);
  estimated_.weights.resize(K + 1);
  estimated_.covariances.resize(K + 1);
  for (std::size_t s = 0; s < which.size(); ++s) {
    estimated_.weights[which[s]] = sums.mass(s);
    estimated_.covariances[which[s]] = sums.estimate(s, means.data() + which[s] * dim);
  }
  estimated_.means = std::move(means);
}

void GrowingMixture::add(std::span<const double> mean, Repairs& repairs) {
  estimate(mean);
  theta_ = estimated_;
  for (double& weight : theta_.weights) weight /= total_;
  settling_.settle(theta_, repairs);
  first_ = {};
  touched_.assign(theta_.size(), 0);
  if (candidates_) {
    Proximity::Flags unused(theta_.size(), 0);
    candidates_->follow(theta_.means, theta_.covariances, unused);
  }
  rows_.follow(theta_.means, theta_.covariances, touched_);
}

}  // namespace mixseed
