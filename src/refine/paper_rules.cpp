#include "refine/paper_rules.h"

#include <algorithm>
#include <numeric>

#include "model/covariance.h"
#include "model/draw.h"
#include "model/lift.h"
#include "model/maximise.h"

namespace mixseed {
namespace {

void reseed(Mixture& theta, std::size_t k, const Points& X, Rng& rng) {
  X.copy_row(draw_row(X, rng), theta.means.data() + k * theta.dim);
  theta.weights[k] = 1 / static_cast<double>(theta.size());
  if (theta.covariance == Covariance::tied) return;
  const std::size_t length = theta.covariances.size() / theta.size();
  write_spherical(theta.covariance, theta.dim, local_variance(X, theta.means, k),
                  theta.covariances.data() + k * length);
}

void settle(Mixture& theta, std::size_t part, const Mixture& before, bool averaging, Repairs& repairs) {
  const std::size_t parts = theta.covariance == Covariance::tied ? 1 : theta.size();
  const std::size_t length = theta.covariances.size() / parts;
  double* covariance = theta.covariances.data() + part * length;
  if (positive(theta.covariance, theta.dim, covariance)) return;
  const auto previous = covariance_as(before, theta.covariance, part);
  for (std::size_t i = 0; i < length; ++i) covariance[i] = 0.5 * (covariance[i] + previous[i]);
  if (averaging && positive(theta.covariance, theta.dim, covariance)) {
    ++repairs.averaged;
  } else {
    ++repairs.kept;
    std::copy(previous.begin(), previous.end(), covariance);
  }
}

}  // namespace

Mixture maximise_by_paper(const Points& X, const Moments& moments, Covariance type, const Mixture& before,
                          PaperRepairs allowed, Rng& rng, Repairs& repairs) {
  const auto is_spent = [&](std::size_t k) { return allowed.reseeding && !(moments.mass(k) > 1); };
  Repairs emptied;  // told as reseeded
  Mixture theta = maximise(moments, type, before, nullptr, emptied);
  const std::size_t parts = type == Covariance::tied ? 1 : theta.size();
  for (std::size_t k = 0; k < parts; ++k) {
    if (type == Covariance::tied || !is_spent(k)) settle(theta, k, before, allowed.averaging, repairs);
  }
  for (std::size_t k = 0; k < theta.size(); ++k) {
    if (!is_spent(k)) continue;
    ++repairs.reseeded;
    reseed(theta, k, X, rng);
  }
  const double sum = std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0);
  for (double& weight : theta.weights) weight /= sum;
  return theta;
}

}  // namespace mixseed
