#include "model/maximise.h"

#include <algorithm>
#include <limits>

#include "model/covariance.h"

namespace mixseed {

Moments::Second second_moments_for(Covariance type) {
  switch (type) {
    case Covariance::diagonal:
    case Covariance::spherical: return Moments::Second::diagonal;
    default: return Moments::Second::full;
  }
}

namespace {

using Values = std::vector<double>;

void divide(Values& values, double by) {
  for (double& value : values) value /= by;
}

Values covariance_of(const Moments& moments, Covariance type, std::size_t k) {
  Values covariance;
  if (type == Covariance::full) covariance = moments.full_scatter(k);
  if (type == Covariance::diagonal) covariance = moments.diagonal_scatter(k);
  if (type == Covariance::spherical) covariance = {moments.scatter(k) / static_cast<double>(moments.dim())};
  divide(covariance, moments.mass(k));
  return covariance;
}

bool empty(const Moments& moments, std::size_t k) {
  // Below this a quotient by the mass would no longer be a number one can rely on.
  return moments.mass(k) < std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
}

Values tied_covariance(const Moments& moments) {
  Values sum(moments.dim() * moments.dim(), 0.0);
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (empty(moments, k)) continue;
    const Values scatter = moments.full_scatter(k);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += scatter[i];
  }
  divide(sum, moments.total_mass());
  return sum;
}

}  // namespace

Mixture maximise(const Moments& moments, Covariance type, const Mixture& before, const Floor* floor, Repairs& repairs) {
  Mixture next{type, moments.dim(), {}, {}, {}};
  const double total = moments.total_mass();
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const bool gone = empty(moments, k);
    if (gone && before.weights[k] > 0) ++repairs.emptied;
    next.weights.push_back(gone ? 0.0 : moments.mass(k) / total);
    const Values mean = gone ? Values(before.mean(k).begin(), before.mean(k).end()) : moments.mean(k);
    next.means.insert(next.means.end(), mean.begin(), mean.end());
    if (type == Covariance::tied) continue;
    const Values covariance = gone ? covariance_as(before, type, k) : covariance_of(moments, type, k);
    next.covariances.insert(next.covariances.end(), covariance.begin(), covariance.end());
  }
  if (type == Covariance::tied) next.covariances = tied_covariance(moments);
  if (floor) repairs.floored += floor->raise(next);
  return next;
}

}  // namespace mixseed
