#include "model/maximise.h"

namespace mixseed {

Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 Repairs& repairs) {
  Mixture next{family.covariance, moments.dim(), {}, {}, family.estimate(moments, before)};
  const double total = moments.total_mass();
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const bool gone = without_mass(moments, k);
    if (gone && before.weights[k] > 0) ++repairs.emptied;
    next.weights.push_back(gone ? 0.0 : moments.mass(k) / total);
    const std::vector<double> mean =
        gone ? std::vector<double>(before.mean(k).begin(), before.mean(k).end()) : moments.mean(k);
    next.means.insert(next.means.end(), mean.begin(), mean.end());
  }
  if (floor) repairs.floored += floor->raise(next);
  return next;
}

}  // namespace mixseed
