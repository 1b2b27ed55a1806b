// Unif: K rows drawn independently and uniformly, with replacement.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, section 2.
#include "seed/seeders.h"

namespace mixseed {
namespace {

State seed_uniform(Seeding& in) {
  Centers C{in.X.dim(), {}};
  for (std::size_t k = 0; k < in.K; ++k) append_row(C, draw_row(in.X, in.rng));
  in.report_progress(in.K);
  return C;
}

}  // namespace

Seeder uniform() {
  return {.info = {.name = "uniform",
                   .alias = "unif",
                   .summary = "K rows drawn uniformly",
                   .reference = "Blömer & Bujna 2016, section 2",
                   .parameters = {}},
          .state = seed_uniform,
          .prefix = true};
}

}  // namespace mixseed
