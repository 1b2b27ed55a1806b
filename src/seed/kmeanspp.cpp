// KM++: each further row is drawn in proportion to its squared distance to the rows chosen so far. Arthur &
// Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007; several candidates a time, of which the one
// that leaves the smallest sum of squared distances is taken, are from the conclusion there ("greedy k-means++").
#include <limits>

#include "model/draw.h"
#include "model/passes.h"
#include "seed/methods.h"

namespace mixseed {
namespace {

using Distances = std::vector<double>;

double sum_of(const Points& X, const Distances& nearest) {
  double sum = 0;
  for (std::size_t i = 0; i < X.size(); ++i) {
    if (X.weight(i) > 0) sum += X.weight(i) * nearest[i];
  }
  return sum;
}

// Draws `trials` rows, takes the best of them and shortens the distances accordingly.
std::size_t take_row(const Points& X, int trials, Distances& nearest, Rng& rng) {
  std::size_t best = 0;
  double smallest = std::numeric_limits<double>::infinity();
  Distances left;
  for (int t = 0; t < trials; ++t) {
    const std::size_t candidate = draw_row(X, nearest, rng);
    Distances shrunk = nearest;
    shrink_to(X, X.row(candidate), shrunk);
    const double sum = sum_of(X, shrunk);
    if (t > 0 && !(sum < smallest)) continue;
    best = candidate;
    smallest = sum;
    left = std::move(shrunk);
  }
  nearest = std::move(left);
  return best;
}

State seed(Seeding& in) {
  const int trials = in.parameters.integer("trials");
  Centers C{in.X.dim(), {}};
  Distances nearest(in.X.size(), std::numeric_limits<double>::infinity());
  append_row(C, in.X, draw_row(in.X, in.rng));
  shrink_to(in.X, C.point(0), nearest);
  while (C.size() < in.K) {
    in.found(C.size());
    if (trials > 1) {
      append_row(C, in.X, take_row(in.X, trials, nearest, in.rng));
      continue;
    }
    append_row(C, in.X, draw_row(in.X, nearest, in.rng));
    if (C.size() < in.K) shrink_to(in.X, C.point(C.size() - 1), nearest);
  }
  return C;
}

}  // namespace

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
          .state = seed,
          .prefix = true};
}

}  // namespace mixseed
