#include "refine/perturb.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

std::size_t owner_of(const Dataset& X, const Mixture& theta, const std::vector<double>& row) {
  const Subsample one(X.team(), Data::from(row, 1, theta.dim));
  const std::vector<double> own = posteriors(one.rows(), theta).responsibilities;
  return static_cast<std::size_t>(std::max_element(own.begin(), own.end()) - own.begin());
}

}  // namespace

Mixture perturb(const Dataset& X, const Mixture& theta, Rng& rng) {
  const std::size_t K = theta.size();
  const double total = theta.noise ? 1 - theta.noise->weight : 1.0;  // weight of all components
  Mixture next = theta;
  for (std::size_t moves = K > 1 ? 1 + rng.below(std::max<std::size_t>(1, K / 4)) : 0; moves > 0; --moves) {
    std::vector<double> row = draw_row(X, rng).values;
    const std::size_t owner = owner_of(X, next, row);
    const std::size_t given_up = (owner + 1 + rng.below(K - 1)) % K;
    std::vector<double> means(next.mean(owner).begin(), next.mean(owner).end());
    means.insert(means.end(), row.begin(), row.end());
    const double weight = next.weights[owner];
    const Mixture parts = copies_at(component(next, owner), std::move(means), {0.75, 0.25}, {1, 0.25});
    replace(next, owner, parts, 0, 0.75 * weight);
    replace(next, given_up, parts, 1, 0.25 * weight);
    const double sum = std::accumulate(next.weights.begin(), next.weights.end(), 0.0);
    for (double& weight_k : next.weights) weight_k = weight_k / sum * total;
  }
  return next;
}

}  // namespace mixseed
