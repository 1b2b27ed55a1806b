#include "refine/paper_rules.h"

#include <algorithm>
#include <numeric>

#include "model/covariance_repair.h"
#include "model/layout.h"
#include "model/maximise.h"
#include "pass/verbs.h"

namespace mixseed {
namespace {

void reseed(Mixture& theta, std::size_t k, const Dataset& X, Rng& rng) {
  const ChosenRow row = draw_row(X, rng);
  std::copy(row.values.begin(), row.values.end(), theta.means.begin() + static_cast<std::ptrdiff_t>(k * theta.dim));
  theta.weights[k] = 1 / static_cast<double>(theta.size());
  const Layout layout = layout_of(theta.covariance);
  if (layout.shared) return;
  write_spherical(theta.covariance, theta.dim, local_variance(X.summary(), theta.means, k),
                  stored_covariance(theta, k));
}

void repair_component(Mixture& theta, std::size_t part, const Mixture& before, bool averaging, Repairs& repairs) {
  const std::size_t length = layout_of(theta.covariance).numbers(theta.dim);
  double* covariance = stored_covariance(theta, part);
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

Mixture maximise_by_paper(const Dataset& X, const Moments& moments, const Family& family, const Mixture& before,
                          PaperRepairs allowed, Rng& rng, Repairs& repairs) {
  const auto is_spent = [&](std::size_t k) { return allowed.reseeding && !(moments.mass(k) > 1); };
  Repairs emptied;  // reported as reseeded
  Mixture theta = maximise(moments, family, before, nullptr, emptied);
  const Layout layout = layout_of(family.covariance);
  for (std::size_t k = 0; k < layout.parts(theta.size()); ++k) {
    if (layout.shared || !is_spent(k)) repair_component(theta, k, before, allowed.averaging, repairs);
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
