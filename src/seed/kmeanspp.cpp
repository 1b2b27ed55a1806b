// KM++: each further row is drawn in proportion to its squared distance to the rows chosen so far.
// Arthur & Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007; with trials > 1 their greedy
// variant (section "Conclusion"): of several candidates the one that leaves the smallest sum of squared distances.
#include <algorithm>

#include "seed/seeders.h"

namespace mixseed {
namespace {

// Draws `trials` rows and takes the one that leaves the smallest sum of squared distances.
ChosenRow take_row(const Dataset& X, const Centers& C, int trials, Rng& rng) {
  std::vector<ChosenRow> candidates = draw_rows(X, C, static_cast<std::size_t>(trials), rng);
  if (trials == 1) return std::move(candidates[0]);
  Centers tried{C.dim, {}};
  for (const ChosenRow& candidate : candidates) append_row(tried, candidate);
  const std::vector<double> sums = distance_sums(X, C, tried);
  return std::move(candidates[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())]);
}

State seed_kmeanspp(Seeding& in) {
  return greedy_centers(in.X, in.K, in.parameters.integer("trials"), in.rng, in.report);
}

}  // namespace

Centers greedy_centers(const Dataset& X, std::size_t K, int trials, Rng& rng, const SeedReport& report) {
  Centers C{X.dim(), {}};
  append_row(C, draw_row(X, rng));
  while (C.size() < K) {
    if (report) report(C.size());
    append_row(C, take_row(X, C, trials, rng));
  }
  return C;
}

Seeder kmeanspp() {
  return {.info = {.name = "kmeans++",
                   .alias = "km++",
                   .summary = "rows drawn in proportion to the squared distance to those chosen",
                   .reference = "Arthur & Vassilvitskii 2007",
                   .parameters = {{.name = "trials",
                                   .summary = "candidates for every row, of which the best is taken",
                                   .kind = ParameterInfo::Kind::integer,
                                   .fallback = 1,
                                   .least = 1,
                                   .most = 1000,
                                   .quiet = true}}},
          .state = seed_kmeanspp,
          .prefix = true};
}

}  // namespace mixseed
