#include "refine/local_em.h"

#include <algorithm>
#include <utility>

#include "model/collapsed.h"
#include "model/components.h"

namespace mixseed {

std::size_t LocalEm::least_rows(std::size_t dim) { return std::max<std::size_t>(5, dim + 1); }

// Families that raise volumes cannot raise a few flat rows to the floor, so the estimate may leave the family.
Mixture LocalEm::maximise(const Moments& moments, const Mixture& before) const {
  Repairs unreported;
  Mixture next = em_.maximise(moments, before, unreported);
  if (em_.family().floor_method != Family::FloorMethod::eigenvalues) em_.floor().raise(next);
  return next;
}

// All at once if components are independent. A covariance that all components share stays as it is.
void LocalEm::run(std::span<LocalFit> fits, int rounds, bool to_be_continued) const {
  if (fits.empty()) return;
  const Mixture& any = fits.front().parts;
  const Mixture none{any.covariance, any.dim, {}, {}, {}};
  const bool shared = layout_of(none.covariance).shared;
  const std::size_t step = em_.has_independent_components() ? fits.size() : 1;
  for (std::size_t from = 0; from < fits.size(); from += step) {
    const std::span<LocalFit> some = fits.subspan(from, step);
    std::vector<FloatRows::SubMixture> sub_mixtures;
    Mixture all = none;
    for (const LocalFit& fit : some) {
      sub_mixtures.push_back(fit.sub_mixture);
      append(all, fit.parts);
    }
    for (int round = 0; round < rounds; ++round) {
      const FloatRows::SubMixtureResults results = FloatRows::expect_separately(sub_mixtures, all, em_.family().second);
      const bool is_rough = em_.has_independent_components() && (to_be_continued || round + 1 < rounds);
      Mixture next = is_rough ? em_.maximise_roughly(results.moments, all) : maximise(results.moments, all);
      if (shared) next.covariances = std::move(all.covariances);
      all = std::move(next);
      std::size_t first = 0;
      for (std::size_t at = 0; at < some.size(); ++at) {
        some[at].log_likelihood = results.log_likelihoods[at];
        share_out({all.weights.data() + first, sub_mixtures[at].components}, some[at].weight);
        first += sub_mixtures[at].components;
      }
    }
    std::size_t first = 0;
    for (LocalFit& fit : some) {
      fit.parts = parts_of(all, first, fit.sub_mixture.components);
      first += fit.sub_mixture.components;
    }
  }
}

bool LocalEm::is_sound(const Mixture& parts, double mass) const {
  const auto least = static_cast<double>(least_rows(parts.dim));
  for (const double weight : parts.weights) {
    if (weight * mass < least) return false;
  }
  return layout_of(parts.covariance).shared || count_collapsed(em_.floor(), parts, mass) == 0;
}

}  // namespace mixseed
