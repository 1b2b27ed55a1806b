// Model-based hierarchical agglomerative clustering of a sample: each merge lowers the classification likelihood least.
// Fraley, "Algorithms for model-based Gaussian hierarchical clustering", SIAM Journal on Scientific Computing 20, 1998.
#include <algorithm>
#include <utility>

#include "model/whitening.h"
#include "seed/model_linkage.h"
#include "seed/partition.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

std::vector<SeedStep> mhac_sequence(Seeding& in) {
  const double rows = std::min(static_cast<double>(in.parameters.integer("rows")), in.X.observations());
  const Data S = draw_sample(in.X, rows / in.X.observations(), in.K, in.rng);
  const Data Z = whitened_rows(S.view, whitening_of(in.X.summary()));
  const Dendrogram dendrogram = model_linkage(Z.view, [&] { in.report_progress(0); });
  std::vector<SeedStep> steps(in.K);
  for (std::size_t k = 1; k <= in.K; ++k) {
    const auto labels = dendrogram.cut(std::min(k, S.view.rows()));
    steps[k - 1].state = mixture_of_partition(in.X, S.view, labels, k, steps[k - 1].repairs);
  }
  return steps;
}

}  // namespace

Seeder mhac() {
  return {.info = {.name = "mhac",
                   .alias = "",
                   .summary = "clusters of a sample, merged so that the classification likelihood falls least",
                   .reference = "after Fraley 1998",
                   .parameters = {{.name = "rows",
                                   .summary = "rows of the sample at most",
                                   .kind = ParameterInfo::Kind::integer,
                                   .fallback = 1000,
                                   .least = 2,
                                   .most = 20000}},
                   .deterministic = true},
          .sequence = mhac_sequence};
}

}  // namespace mixseed
