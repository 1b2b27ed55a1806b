#include "model/components.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "mixseed/precision.h"
#include "model/layout.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Vector = std::vector<double>;

// Writes D x D covariances in the layout of `like`; a shared covariance is that of `like`.
Mixture in_layout_of(const Mixture& like, Mixture full) {
  if (!layout_of(like.covariance).shared) return with_covariance(full, like.covariance);
  full.covariance = like.covariance;
  full.covariances = like.covariances;
  return full;
}

// += share * y y'
void add_square(double* matrix, const Vector& y, double share) {
  for (std::size_t a = 0; a < y.size(); ++a) {
    for (std::size_t b = 0; b < y.size(); ++b) matrix[a * y.size() + b] += share * y[a] * y[b];
  }
}

}  // namespace

Mixture component(const Mixture& theta, std::size_t k) {
  Mixture one = parts_of(theta, k, 1);
  one.weights = {1.0};
  return one;
}

void append(Mixture& theta, const Mixture& more) {
  theta.weights.insert(theta.weights.end(), more.weights.begin(), more.weights.end());
  theta.means.insert(theta.means.end(), more.means.begin(), more.means.end());
  const bool is_known = layout_of(theta.covariance).shared && !theta.covariances.empty();
  if (!is_known) theta.covariances.insert(theta.covariances.end(), more.covariances.begin(), more.covariances.end());
}

Mixture parts_of(const Mixture& theta, std::size_t first, std::size_t count) {
  const Layout layout = layout_of(theta.covariance);
  const std::size_t length = layout.numbers(theta.dim);
  const auto part = [](const Vector& values, std::size_t from, std::size_t numbers) {
    return Vector(values.data() + from, values.data() + from + numbers);
  };
  return {theta.covariance, theta.dim, part(theta.weights, first, count),
          part(theta.means, first * theta.dim, count * theta.dim),
          layout.shared ? theta.covariances : part(theta.covariances, first * length, count * length)};
}

void share_out(std::span<double> weights, double all) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight *= sum > 0 ? all / sum : 0;
}

void replace(Mixture& theta, std::size_t k, const Mixture& by, std::size_t i, double weight) {
  theta.weights[k] = weight;
  const auto mean = by.mean(i);
  std::copy(mean.begin(), mean.end(), theta.means.begin() + static_cast<std::ptrdiff_t>(k * theta.dim));
  const Layout layout = layout_of(theta.covariance);
  if (layout.shared) return;
  theta.family.clear();  // its covariance may violate the constraints of the family
  std::copy_n(stored_covariance(by, i), layout.numbers(theta.dim), stored_covariance(theta, k));
}

Mixture joined(const Mixture& theta, std::size_t j, std::size_t k) {
  const std::size_t dim = theta.dim;
  const double sum = theta.weights[j] + theta.weights[k];
  const double share = sum > 0 ? theta.weights[j] / sum : 0.5;
  Mixture one{Covariance::full, dim, {1.0}, Vector(dim), theta.covariance_of(j)};
  const Vector other = theta.covariance_of(k);
  for (std::size_t i = 0; i < other.size(); ++i) {
    one.covariances[i] = share * one.covariances[i] + (1 - share) * other[i];
  }
  Vector apart(dim);
  for (std::size_t i = 0; i < dim; ++i) {
    apart[i] = theta.mean(j)[i] - theta.mean(k)[i];
    one.means[i] = theta.mean(k)[i] + share * apart[i];
  }
  add_square(one.covariances.data(), apart, share * (1 - share));
  return in_layout_of(theta, one);
}

Mixture halves(const Mixture& one) {
  const std::size_t dim = one.dim;
  const Vector own = one.covariance_of(0);
  const Spectrum eigen = spectrum_of(as_matrix(own.data(), dim));
  const std::size_t last = dim - 1;
  // The mean of either half of a normal distribution lies sqrt(2 / pi) deviations from its middle.
  const double step = std::sqrt(std::max(eigen.values[last], 0.0) * 2 / std::numbers::pi);
  Vector axis(dim);
  for (std::size_t i = 0; i < dim; ++i) axis[i] = step * eigen.axes(i, last);
  Mixture two{Covariance::full, dim, {0.5, 0.5}, {}, {}};
  for (const double side : {1.0, -1.0}) {
    for (std::size_t i = 0; i < dim; ++i) two.means.push_back(one.means[i] + side * axis[i]);
    two.covariances.insert(two.covariances.end(), own.begin(), own.end());
    add_square(two.covariances.data() + two.covariances.size() - dim * dim, axis, -1);
  }
  return in_layout_of(one, two);
}

Mixture copies_at(const Mixture& one, Vector means, Vector weights, Vector shares) {
  Mixture all{one.covariance, one.dim, std::move(weights), std::move(means), {}};
  const Layout layout = layout_of(one.covariance);
  if (layout.shared) shares = {1.0};
  for (const double share : shares) {
    all.covariances.insert(all.covariances.end(), one.covariances.begin(), one.covariances.end());
    multiply_covariance(layout, one.dim, share,
                        all.covariances.data() + all.covariances.size() - one.covariances.size());
  }
  return all;
}

}  // namespace mixseed
