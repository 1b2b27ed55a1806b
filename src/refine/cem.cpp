// Classification EM with spherical covariances: each row belongs to one component, argmax_k w_k N(x | mu_k, sigma_k^2
// I). Celeux & Govaert, "A classification EM algorithm for clustering and two stochastic versions", CSDA 14, 1992.
#include <algorithm>
#include <numeric>

#include "model/floor.h"
#include "model/maximise.h"
#include "refine/loop.h"
#include "refine/refiners.h"

namespace mixseed {
namespace {

// An empty component moves to a random row and gets weight 1/K before normalisation.
void reseed_empty(Mixture& theta, const Moments& moments, const Dataset& X, Rules rules, Rng& rng, Repairs& repairs) {
  for (std::size_t k = 0; k < theta.size(); ++k) {
    if (moments.mass(k) > 0) continue;
    ++repairs.reseeded;
    const ChosenRow row = draw_row(X, rng);
    std::copy(row.values.begin(), row.values.end(), theta.means.begin() + static_cast<std::ptrdiff_t>(k * theta.dim));
    theta.weights[k] = 1 / static_cast<double>(theta.size());
    theta.covariances[k] = rules == Rules::paper ? 1.0 : local_variance(X.summary(), theta.means, k);
  }
  const double sum = std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0);
  for (double& weight : theta.weights) weight /= sum;
}

// The published rules have no floor: a variance that is not positive becomes 1.
void replace_zeros(Mixture& theta, Repairs& repairs) {
  for (double& variance : theta.covariances) {
    if (variance > 0) continue;
    variance = 1;
    ++repairs.identity;
  }
}

State refine_cem(Refining& in, State state) {
  const Rules rules = rules_of(in.parameters);
  Mixture theta = as_mixture(in, std::move(state), {&family_of(Covariance::spherical), rules, kDefaultFloor});
  const Floor floor(in.X.summary(), kDefaultFloor);
  Sorting sorting;
  iterate(
      in, {.stage = "cem", .rounds = in.parameters.integer("rounds")}, theta,
      [&](const Mixture& model) { return classify(in.X, model, Moments::Second::diagonal, sorting); },
      [&](const Moments& moments, const Mixture& before, Repairs& repairs) {
        if (sorting.partition_unchanged() && !moments.any_empty()) return before;
        Repairs emptied;  // reported as reseeded
        Mixture next = maximise(moments, family_of(Covariance::spherical), before, nullptr, emptied);
        reseed_empty(next, moments, in.X, rules, in.rng, repairs);
        if (rules == Rules::paper) replace_zeros(next, repairs);
        for (std::size_t k = 0; rules == Rules::standard && k < next.size(); ++k) {
          repairs.floored += floor.raise(Covariance::spherical, &next.covariances[k]);
        }
        return next;
      });
  return theta;
}

}  // namespace

Refiner cem() {
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "cem",
                   .alias = "",
                   .summary = "classification EM with spherical covariances",
                   .reference = "Celeux & Govaert 1992",
                   .parameters = {rounds_parameter(25), rules_parameter()}},
          .refine = refine_cem};
}

}  // namespace mixseed
