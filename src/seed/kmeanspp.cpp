// KM++: each further row is drawn in proportion to its squared distance to the rows chosen so far, one candidate a
// time. Arthur & Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007.
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
    append_row(C, in.X, draw_row(in.X, nearest, in.rng));
  }
  return C;
}

}  // namespace

Seeder kmeanspp() {
  return {.info = {.name = "kmeans++",
                   .alias = "km++",
                   .summary = "rows drawn in proportion to the squared distance to those chosen",
                   .reference = "Arthur & Vassilvitskii 2007",
                   .parameters = {}},
          .state = seed,
          .prefix = true};
}

}  // namespace mixseed
