#include "refine/local_em.h"

#include <algorithm>
#include <utility>

#include "model/collapsed.h"
#include "model/components.h"

namespace mixseed {

std::size_t LocalEm::least_rows(std::size_t dim) { return std::max<std::size_t>(5, dim + 1); }

// A few rows can be flat where no volume helps; an estimate may leave the family for that.
Mixture LocalEm::maximised(const Moments& moments, const Mixture& before) const {
  Repairs unreported;
  Mixture next = em_.maximise(moments, before, unreported);
  if (em_.family().floor_method != Family::FloorMethod::eigenvalues) em_.floor().raise(next);
  return next;
}

// All at once if components do not depend on one another. Where all share one covariance, two of them do not change it.
void LocalEm::run(std::span<Local> locals, int rounds, bool go_on) const {
  if (locals.empty()) return;
  const Mixture& any = locals.front().parts;
  const Mixture none{any.covariance, any.dim, {}, {}, {}};
  const bool shared = layout_of(none.covariance).shared;
  const std::size_t step = em_.has_own_parts() ? locals.size() : 1;
  for (std::size_t from = 0; from < locals.size(); from += step) {
    const std::span<Local> some = locals.subspan(from, step);
    std::vector<Subsample::SubMixture> sub_mixtures;
    Mixture all = none;
    for (const Local& local : some) {
      sub_mixtures.push_back(local.sub_mixture);
      append(all, local.parts);
    }
    for (int round = 0; round < rounds; ++round) {
      const Subsample::SubMixtureResults results = Subsample::expect_apart(sub_mixtures, all, em_.family().second);
      const bool is_rough = em_.has_own_parts() && (go_on || round + 1 < rounds);
      Mixture next = is_rough ? em_.maximise_roughly(results.moments, all) : maximised(results.moments, all);
      if (shared) next.covariances = std::move(all.covariances);
      all = std::move(next);
      std::size_t first = 0;
      for (std::size_t at = 0; at < some.size(); ++at) {
        some[at].likelihood = results.log_likelihoods[at];
        share_out({all.weights.data() + first, sub_mixtures[at].components}, some[at].weight);
        first += sub_mixtures[at].components;
      }
    }
    std::size_t first = 0;
    for (Local& local : some) {
      local.parts = parts_of(all, first, local.sub_mixture.components);
      first += local.sub_mixture.components;
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
