// G: farthest-first traversal.
// Gonzalez, "Clustering to minimize the maximum intercluster distance", Theoretical Computer Science 38, 1985.
#include "seed/seeders.h"

namespace mixseed {
namespace {

State seed_gonzalez(Seeding& in) {
  Centers C{in.X.dim(), {}};
  append_row(C, draw_row(in.X, in.rng));
  while (C.size() < in.K) {
    in.report_progress(C.size());
    append_row(C, farthest_row(in.X, C));
  }
  return C;
}

}  // namespace

Seeder gonzalez() {
  return {.info = {.name = "gonzalez",
                   .alias = "g",
                   .summary = "a random row, then always the row farthest from those chosen",
                   .reference = "Gonzalez 1985",
                   .parameters = {}},
          .state = seed_gonzalez,
          .prefix = true};
}

}  // namespace mixseed
