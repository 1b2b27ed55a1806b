// Lloyd's k-means; an empty cluster moves to a random row.
// Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory 28, 1982.
#include "refine/loop.h"
#include "refine/refiners.h"

namespace mixseed {
namespace {

Centers update(const Moments& moments, const Dataset& X, Rng& rng, Repairs& repairs) {
  Centers next{X.dim(), {}};
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const bool empty = !(moments.mass(k) > 0);
    repairs.reseeded += empty;
    const auto mean = empty ? draw_row(X, rng).values : moments.mean(k);
    next.points.insert(next.points.end(), mean.begin(), mean.end());
  }
  return next;
}

State refine_kmeans(Refining& in, State state) {
  Centers centers = as_centers(std::move(state));
  Sorting sorting;
  iterate(
      in, {.stage = "kmeans", .rounds = in.parameters.integer("rounds")}, centers,
      [&](const Centers& C) { return assign_nearest(in.X, C, Moments::Second::none, sorting); },
      [&](const Moments& moments, const Centers& before, Repairs& repairs) {
        // The same partition has the same means; summing again could change only their last digits.
        return sorting.partition_unchanged() && !moments.any_empty() ? before : update(moments, in.X, in.rng, repairs);
      });
  return centers;
}

}  // namespace

Refiner kmeans() {
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "kmeans",
                   .alias = "km",
                   .summary = "Lloyd's k-means on the means",
                   .reference = "Lloyd 1982",
                   .parameters = {rounds_parameter(25)},
                   .objective = MethodInfo::Objective::squared_distances},
          .refine = refine_kmeans};
}

}  // namespace mixseed
