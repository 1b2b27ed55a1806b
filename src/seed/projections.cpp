// K-means in the few directions of whitened rows that have the least kurtosis: separated groups lower it, whatever
// their shapes. After Peña & Prieto, "Cluster identification using projections", Journal of the American Statistical
// Association 96, 2001.
#include <algorithm>
#include <cmath>

#include "model/kurtosis.h"
#include "seed/partition.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

constexpr int kRounds = 20, kTrials = 4;
constexpr std::size_t kMostRuns = 10;
constexpr std::size_t kMostDirections = 4;
constexpr double kSameLoss = 1e-9;  // relative; smaller differences are rounding

// The direction of least kurtosis, and further ones while their kurtosis is negative and nearly as low.
std::vector<Direction> directions(const WhiteRows& Z, std::size_t K, Rng& rng) {
  std::vector<Direction> chosen;
  const std::size_t most = std::min({Z.dim(), std::max<std::size_t>(1, K - 1), kMostDirections});
  while (chosen.size() < most) {
    Direction next = least_kurtosis(Z, chosen, rng);
    if (!chosen.empty() && !(next.kurtosis < std::min(0.0, 0.8 * chosen.front().kurtosis))) break;
    chosen.push_back(std::move(next));
  }
  return chosen;
}

Data projected(const WhiteRows& Z, const std::vector<Direction>& along, const DataView& S) {
  const std::size_t n = Z.size(), q = along.size();
  std::vector<double> values(n * q), weights;
  for (std::size_t a = 0; a < q; ++a) {
    const std::vector<double> y = Z.projections(along[a].w);
    for (std::size_t i = 0; i < n; ++i) values[i * q + a] = y[i];
  }
  for (std::size_t i = 0; i < n; ++i) weights.push_back(S.weight(i));
  return Data::from(std::move(values), n, q).weighted(std::move(weights));
}

struct Partition {
  Centers C;
  double loss;
};

Partition k_means(const Dataset& P, std::size_t K, Rng& rng) {
  Partition partition{greedy_centers(P, K, kTrials, rng), 0};
  Sorting sorting;
  for (int round = 0; round < kRounds && !sorting.partition_unchanged(); ++round) {
    const Moments moments = assign_nearest(P, partition.C, Moments::Second::none, sorting).moments;
    partition.loss = moments.objective;
    for (std::size_t k = 0; k < K; ++k) {
      if (!(moments.mass(k) > 0)) continue;
      const std::vector<double> mean = moments.mean(k);
      std::copy(mean.begin(), mean.end(),
                partition.C.points.begin() + static_cast<std::ptrdiff_t>(k * partition.C.dim));
    }
  }
  return partition;
}

// The nearest centre of every row, from the best of several runs of k-means: a single run often misses a cluster.
std::vector<std::size_t> clusters(const Subsample& P, std::size_t K, Rng& rng) {
  Partition best = k_means(P.rows(), K, rng);
  for (std::size_t run = 1; run < std::min(kMostRuns, K + 1); ++run) {
    Partition next = k_means(P.rows(), K, rng);
    if (next.loss < best.loss * (1 - kSameLoss)) best = std::move(next);
  }
  const Centers& C = best.C;
  std::vector<std::size_t> labels;
  for (std::size_t i = 0; i < P.view().rows(); ++i) {
    const auto distance = [&](std::size_t k) {
      double sum = 0;
      for (std::size_t a = 0; a < C.dim; ++a) sum += std::pow(P.view().at(i, a) - C.points[k * C.dim + a], 2);
      return sum;
    };
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < K; ++k) nearest = distance(k) < distance(nearest) ? k : nearest;
    labels.push_back(nearest);
  }
  return labels;
}

State seed_projections(Seeding& in) {
  const std::size_t D = in.X.dim();
  const auto rows =
      static_cast<double>(in.K * std::max(static_cast<std::size_t>(in.parameters.integer("rows")), 50 * D));
  const Data S = draw_sample(in.X, std::min(1.0, rows / in.X.observations()), in.K, in.rng);
  const WhiteRows Z(S.view, whitening_of(in.X.summary()));
  if (Z.dim() == 0) return greedy_centers(in.X, in.K, kTrials, in.rng);
  in.report_progress(0);
  const Subsample P(in.X.team(), projected(Z, directions(Z, in.K, in.rng), S.view));
  in.report_progress(0);
  const std::vector<std::size_t> labels = clusters(P, in.K, in.rng);
  return mixture_of_partition(in.X, S.view, labels, in.K, in.repairs);
}

}  // namespace

Seeder projections() {
  return {.info = {.name = "projections",
                   .alias = "",
                   .summary = "k-means in the directions in which whitened rows have the least kurtosis",
                   .reference = "after Peña & Prieto 2001",
                   .parameters = {{.name = "rows",
                                   .summary = "rows of the sample for every component, at least 50 for every column",
                                   .kind = ParameterInfo::Kind::integer,
                                   .fallback = 400,
                                   .least = 1,
                                   .most = 1e9,
                                   .quiet = true}}},
          .state = seed_projections};
}

}  // namespace mixseed
