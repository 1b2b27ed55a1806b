#include "model/covariance_repair.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/layout.h"
#include "model/maximise.h"

namespace mixseed {

CovarianceRepair::CovarianceRepair(const DataSummary& summary, const EstimationOptions& options)
    : summary_(summary), type_(options.family->covariance) {
  if (options.rules == Rules::paper) return;
  flat_.emplace(summary, 0.0);
  floor_.emplace(summary, options.floor);
}

// Raises directions in which all rows are equal, so that they do not make a covariance unacceptable.
std::size_t CovarianceRepair::raise_flat(double* covariance) const {
  return flat_ ? flat_->raise(type_, covariance) : 0;
}

bool CovarianceRepair::accepts(Covariance type, const double* covariance) const {
  return floor_ ? floor_->allows(type, covariance, 0.5) : positive(type, summary_.dim(), covariance);
}

double CovarianceRepair::last_resort(const Mixture& theta, std::size_t k) const {
  if (!floor_) return 1.0;
  double local = local_variance(summary_, theta.means, k);
  floor_->raise(Covariance::spherical, &local);
  return local;
}

// In order of preference: as estimated, spherical, fallback.
void CovarianceRepair::repair_covariance(Mixture& theta, std::size_t k, Repairs& repairs) const {
  double* covariance = stored_covariance(theta, k);
  double variance = covariance_as(theta, Covariance::spherical, k).front();
  const std::size_t raised = raise_flat(covariance);
  if (accepts(type_, covariance)) {
    repairs.floored += raised;
    return;
  }
  if (type_ != Covariance::spherical && accepts(Covariance::spherical, &variance)) {
    ++repairs.spherical;
  } else {
    ++repairs.identity;
    variance = last_resort(theta, k);
  }
  write_spherical(type_, theta.dim, variance, covariance);
}

namespace {

void repair_weights(std::vector<double>& weights, Repairs& repairs) {
  for (double& weight : weights) {
    if (weight > 0) continue;
    ++repairs.emptied;
    weight = 1 / static_cast<double>(weights.size());
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
}

}  // namespace

void CovarianceRepair::repair(Mixture& estimated, Repairs& repairs) const {
  const std::size_t parts = layout_of(type_).parts(estimated.size());
  for (std::size_t k = 0; k < parts; ++k) repair_covariance(estimated, k, repairs);
  repair_weights(estimated.weights, repairs);
}

double local_variance(const DataSummary& summary, const std::vector<double>& means, std::size_t k) {
  const std::size_t dim = summary.dim();
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l * dim < means.size(); ++l) {
    double distance = 0;
    for (std::size_t j = 0; j < dim; ++j) {
      const double y = means[l * dim + j] - means[k * dim + j];
      distance += y * y;
    }
    if (distance > 0) smallest = std::min(smallest, distance);
  }
  const bool alone = smallest == std::numeric_limits<double>::infinity();
  return alone ? summary.mean_variance : smallest / static_cast<double>(2 * dim);
}

Mixture mixture_from_groups(const Moments& groups, const Mixture& before, const DataSummary& summary,
                            const EstimationOptions& options, Repairs& repairs) {
  const Family& family = *options.family;
  Repairs own;
  if (!family.constrained()) {
    Mixture theta = maximise(groups, family, before, nullptr, own);
    CovarianceRepair(summary, options).repair(theta, repairs);
    return theta;
  }
  // A constraint between components forbids replacing one covariance alone.
  const Floor floor(summary, options.floor);
  Mixture theta = maximise(groups, family, before, &floor, own);
  repairs.floored += own.floored;
  repair_weights(theta.weights, repairs);
  return theta;
}

Mixture one_component(const DataSummary& summary, Rules rules, Repairs& repairs) {
  Mixture theta{Covariance::full, summary.dim(), {1.0}, summary.mean, summary.covariance};
  CovarianceRepair(summary, {&family_of(Covariance::full), rules, kDefaultFloor}).repair(theta, repairs);
  return theta;
}

}  // namespace mixseed
