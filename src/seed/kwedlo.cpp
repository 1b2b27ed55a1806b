// KG: farthest-first in the Mahalanobis distance of components with random covariances.
// Kwedlo, "A new random approach for initialization of the multiple restart EM algorithm for Gaussian model-based
// clustering", 2015, with the constants behind the tables of Blömer & Bujna 2016.
#include "model/random_matrix.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

// Random orientation, eigenvalues uniform on [1, 10], scaled to the trace.
std::vector<double> random_covariance(std::size_t D, double trace, Rng& rng) {
  std::vector<double> eigenvalues(D);
  double sum = 0;
  for (double& eigenvalue : eigenvalues) sum += eigenvalue = 1 + 9 * rng.uniform();
  for (double& eigenvalue : eigenvalues) eigenvalue *= trace / sum;
  return randomly_rotated(eigenvalues, rng);
}

State seed_kwedlo(Seeding& in) {
  const Dataset& X = in.X;
  const std::size_t D = X.dim();
  const Subsample S = Subsample::drawn_or_all(X, in.parameters.number("s"), 1, in.rng);
  const double trace = X.summary().mean_variance / static_cast<double>(10 * in.K);
  Mixture theta{Covariance::full, D, {}, {}, {}};
  double weights = 0;
  for (std::size_t k = 0; k < in.K; ++k) {
    const ChosenRow row = k == 0 ? draw_row(X, in.rng) : farthest_row(S.rows(), theta);
    const Mixture component{Covariance::full, D, {1.0}, row.values, random_covariance(D, trace, in.rng)};
    append_component(theta, component);
    in.report_progress(theta.size());
    weights += theta.weights.back() = in.rng.uniform();
  }
  for (double& weight : theta.weights) weight /= weights;
  return theta;
}

}  // namespace

Seeder kwedlo() {
  return {.info = {.name = "kwedlo",
                   .alias = "kg",
                   .summary = "farthest-first among components with random covariances and weights",
                   .reference = "Kwedlo 2015; constants of Blömer & Bujna 2016",
                   .parameters = {sample_parameter("share of the rows that are candidates")}},
          .state = seed_kwedlo};
}

}  // namespace mixseed
