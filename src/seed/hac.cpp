// HAC: the means of the clusters that average linkage finds in a sample.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, section 2.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "mixseed/error.h"
#include "seed/average_linkage.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

constexpr double kMostMemory = 2.0 * 1024 * 1024 * 1024;

void check_memory(const Dataset& X, double share, std::size_t K) {
  const double most = std::floor(0.5 + std::sqrt(0.25 + 2 * kMostMemory / sizeof(double)));
  // An upper bound: a row that is drawn twice is stored once, with a larger weight.
  const double rows = std::min(sample_size(X, share, K), static_cast<double>(X.size()));
  if (rows <= most) return;
  const double fitting = std::floor(most / X.observations() * 1e4) / 1e4;
  const auto whole = [](double value) { return std::to_string(static_cast<long long>(value)); };
  const auto mebibytes = [&](double bytes) { return whole(bytes / (1024 * 1024)) + " MiB"; };
  throw Error(ErrorCode::usage, "hac: a sample of " + whole(rows) + " rows needs " +
                                    mebibytes(memory_of_distances(rows)) + " for its distances, the limit is " +
                                    mebibytes(kMostMemory) + " (" + whole(most) + " rows): choose s of at most " +
                                    number_text(fitting));
}

// The means of k clusters; repeats rows if there are fewer than k.
Centers means_of(const DataView& S, const Dendrogram& dendrogram, std::size_t k) {
  const std::size_t clusters = std::min(k, S.rows()), D = S.columns();
  const auto labels = dendrogram.cut(clusters);
  Centers C{D, std::vector<double>(k * D, 0.0)};
  std::vector<double> mass(clusters, 0.0);
  for (std::size_t i = 0; i < S.rows(); ++i) {
    double* mean = C.points.data() + labels[i] * D;
    mass[labels[i]] += S.weight(i);
    for (std::size_t j = 0; j < D; ++j) mean[j] += (S.at(i, j) - mean[j]) * (S.weight(i) / mass[labels[i]]);
  }
  for (std::size_t i = clusters * D; i < k * D; ++i) C.points[i] = C.points[i - clusters * D];
  return C;
}

std::vector<SeedStep> hac_sequence(Seeding& in) {
  const double s = in.parameters.number("s");
  check_memory(in.X, s, in.K);
  const Data S = draw_sample(in.X, s, in.K, in.rng);
  const auto step = [&] { in.report_progress(0); };
  const Dendrogram dendrogram = average_linkage(pairwise_distances(in.X, S.view, step), S.view, step);
  std::vector<SeedStep> steps;
  for (std::size_t k = 1; k <= in.K; ++k) steps.emplace_back().state = means_of(S.view, dendrogram, k);
  return steps;
}

}  // namespace

Seeder hac() {
  return {.info = {.name = "hac",
                   .alias = "",
                   .summary = "means of the clusters that average linkage finds in a sample of the rows",
                   .reference = "Blömer & Bujna 2016, section 2",
                   .parameters = {sample_parameter("share of the rows that is clustered")},
                   .deterministic = true},
          .sequence = hac_sequence};
}

}  // namespace mixseed
