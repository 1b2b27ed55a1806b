// G: farthest-first traversal.
// Gonzalez, "Clustering to minimize the maximum intercluster distance", Theoretical Computer Science 38, 1985.
#include <limits>

#include "model/draw.h"
#include "model/passes.h"
#include "seed/methods.h"

namespace mixseed {
namespace {

State seed(Seeding& in) {
  Centers C{in.X.dim(), {}};
  std::vector<double> nearest(in.X.size(), std::numeric_limits<double>::infinity());
  append_row(C, in.X, draw_row(in.X, in.rng));
  while (C.size() < in.K) {
    in.found(C.size());
    shrink_to(in.X, C.point(C.size() - 1), nearest);
    append_row(C, in.X, argmax_row(in.X, nearest));
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
          .state = seed,
          .prefix = true};
}

}  // namespace mixseed
