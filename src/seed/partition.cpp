#include "seed/partition.h"

#include <utility>

#include "model/covariance_repair.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

// Weight, mean and covariance of the rows with this label; weight 0 and the data's mean if there are no such rows.
void append_cluster(Mixture& theta, const Dataset& X, const DataView& S, const std::vector<std::size_t>& labels,
                    std::size_t k) {
  std::vector<double> values, weights;
  for (std::size_t i = 0; i < S.rows(); ++i) {
    if (labels[i] != k) continue;
    for (std::size_t j = 0; j < S.columns(); ++j) values.push_back(S.at(i, j));
    weights.push_back(S.weight(i));
  }
  const std::size_t D = S.columns();
  Mixture own{Covariance::full, D, {0.0}, X.summary().mean, std::vector<double>(D * D, 0.0)};
  if (!weights.empty()) {
    const std::size_t rows = weights.size();
    const Subsample cluster(X.team(), Data::from(std::move(values), rows, D).weighted(std::move(weights)));
    const DataSummary& summary = cluster.rows().summary();
    own = {Covariance::full, D, {cluster.rows().observations()}, summary.mean, summary.covariance};
  }
  append_component(theta, own);
}

}  // namespace

Mixture mixture_of_partition(const Dataset& X, const DataView& S, const std::vector<std::size_t>& labels, std::size_t K,
                             Repairs& repairs) {
  Mixture theta{Covariance::full, S.columns(), {}, {}, {}};
  for (std::size_t k = 0; k < K; ++k) append_cluster(theta, X, S, labels, k);
  double total = 0;
  for (const double weight : theta.weights) total += weight;
  for (double& weight : theta.weights) weight /= total;
  CovarianceRepair(X.summary(), {}).repair(theta, repairs);
  return theta;
}

}  // namespace mixseed
