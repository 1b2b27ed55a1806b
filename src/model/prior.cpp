#include "model/prior.h"

#include <cmath>
#include <numbers>

#include "model/linear.h"

namespace mixseed {
namespace {

// log N of a row with this covariance about the mean, on average.
double mean_log_density(const Matrix& sigma, const Matrix& scatter) {
  const auto D = static_cast<double>(sigma.rows());
  return -0.5 * (D * std::log(2 * std::numbers::pi) + cost_of(sigma, scatter, 1));
}

}  // namespace

Prior::Prior(const DataSummary& summary, double rows, std::size_t components) : rows_(rows) {
  if (empty()) return;
  const double parts = std::pow(static_cast<double>(components), 2 / static_cast<double>(summary.dim()));
  for (const double number : summary.covariance) covariance_.push_back(number / parts);
}

void Prior::add_to(Moments& moments) const {
  if (empty()) return;
  for (std::size_t k = 0; k < moments.size(); ++k) moments.add_about_mean(k, rows_, covariance_);
}

double Prior::log_likelihood(const Mixture& theta) const {
  if (empty()) return 0;
  const Matrix scatter = as_matrix(covariance_.data(), theta.dim);
  const std::size_t parts = layout_of(theta.covariance).parts(theta.size());
  double sum = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::vector<double> own = theta.covariance_of(part);
    sum += mean_log_density(as_matrix(own.data(), theta.dim), scatter);
  }
  const std::size_t sharing = theta.size() / parts;  // components with the same covariance
  return rows_ * sum * static_cast<double>(sharing);
}

}  // namespace mixseed
