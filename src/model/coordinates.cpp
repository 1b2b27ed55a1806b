#include "model/coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/layout.h"
#include "model/maximise.h"
#include "model/noise.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Replaces the lower triangle of a matrix U V U' by U (below the diagonal) and log V (on it); false if a pivot is not
// positive.
bool unfold(double* a, std::size_t D) {
  for (std::size_t j = 0; j < D; ++j) {
    for (std::size_t i = j; i < D; ++i) {
      double sum = a[i * D + j];
      for (std::size_t l = 0; l < j; ++l) sum -= a[i * D + l] * a[j * D + l] * a[l * D + l];
      a[i * D + j] = i == j ? sum : sum / a[j * D + j];
    }
    if (!(a[j * D + j] > 0)) return false;
  }
  for (std::size_t j = 0; j < D; ++j) a[j * D + j] = std::log(a[j * D + j]);
  return true;
}

// The inverse of unfold: both triangles of the matrix.
Values folded(const Values& a, std::size_t D) {
  Values matrix(D * D);
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l <= j; ++l) {
        const double left = l == i ? 1 : a[i * D + l], right = l == j ? 1 : a[j * D + l];
        sum += left * right * std::exp(a[l * D + l]);
      }
      matrix[i * D + j] = matrix[j * D + i] = sum;
    }
  }
  return matrix;
}

bool append_covariance(const double* own, std::size_t D, const Values& scale, Values& point) {
  Values triangle(own, own + D * D);
  if (!unfold(triangle.data(), D)) return false;
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      point.push_back(i == j ? triangle[i * D + i] : triangle[i * D + j] * (scale[j] / scale[i]));
    }
  }
  return true;
}

const double* read_covariance(const double* from, std::size_t D, const Values& scale, double* own) {
  Values triangle(D * D, 0.0);
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t j = 0; j <= i; ++j, ++from) {
      triangle[i * D + j] = i == j ? *from : *from * (scale[i] / scale[j]);
    }
  }
  const Values matrix = folded(triangle, D);
  std::copy(matrix.begin(), matrix.end(), own);
  return from;
}

std::vector<double*> weights_of(Mixture& theta) {
  std::vector<double*> weights;
  for (double& weight : theta.weights) weights.push_back(&weight);
  if (theta.noise) weights.push_back(&theta.noise->weight);
  return weights;
}

const double* read_weights(const double* from, Mixture& theta) {
  const std::vector<double*> weights = weights_of(theta);
  const double largest = *std::max_element(from, from + weights.size());
  double sum = 0;
  for (double* weight : weights) sum += * weight = std::exp(*from++ - largest);
  for (double* weight : weights) *weight /= sum;
  return from;
}

bool is_finite(const Mixture& theta) {
  const auto finite = [](double number) { return std::isfinite(number); };
  const auto positive = [](double number) { return number > 0; };
  return std::all_of(theta.weights.begin(), theta.weights.end(), positive) &&
         (!theta.noise || (positive(theta.noise->weight) && theta.noise->weight <= kMostNoise)) &&
         std::all_of(theta.means.begin(), theta.means.end(), finite) &&
         std::all_of(theta.covariances.begin(), theta.covariances.end(), finite);
}

// The maximum within the family for rows drawn from the mixture.
Mixture brought_back(const Mixture& theta, const Family& family, const Mixture& like, const Floor& floor) {
  Repairs repairs;
  return maximise(moments_of(theta, family.second), family, like, &floor, repairs);
}

}  // namespace

bool is_bound_to_axes(const Family& family) {
  if (family.letters.empty()) return true;
  const bool common = family.letters[2] == 'E' && family.letters[1] == 'V';
  const bool proportional = family.letters[2] == 'V' && family.letters[1] == 'E';
  return common || proportional;
}

std::optional<Values> coordinates(const Mixture& theta, const Values& scale) {
  Values point = theta.weights;
  if (theta.noise) point.push_back(theta.noise->weight);
  for (double& weight : point) {
    if (!(weight > 0)) return {};
    weight = std::log(weight);
  }
  for (std::size_t i = 0; i < theta.means.size(); ++i) point.push_back(theta.means[i] / scale[i % theta.dim]);
  const Layout layout = layout_of(theta.covariance);
  const PlainCovariances plain(theta);
  for (std::size_t part = 0; part < layout.parts(theta.size()); ++part) {
    if (layout.shape == Layout::Shape::matrix) {
      if (!append_covariance(plain[part], theta.dim, scale, point)) return {};
      continue;
    }
    for (std::size_t j = 0; j < plain.length(); ++j) point.push_back(std::log(plain[part][j]));
  }
  return point;
}

std::optional<Mixture> mixture_at(const Values& point, const Mixture& like, const Values& scale) {
  Mixture theta = like;
  const double* from = read_weights(point.data(), theta);
  for (std::size_t i = 0; i < theta.means.size(); ++i) theta.means[i] = *from++ * scale[i % theta.dim];
  const Layout layout = layout_of(theta.covariance);
  const std::size_t length = layout.plain().numbers(theta.dim);
  for (std::size_t part = 0; part < layout.parts(theta.size()); ++part) {
    change_plain(layout, theta.dim, stored_covariance(theta, part), [&](double* own) {
      if (layout.shape == Layout::Shape::matrix) {
        from = read_covariance(from, theta.dim, scale, own);
        return;
      }
      for (std::size_t j = 0; j < length; ++j) own[j] = std::exp(*from++);
    });
  }
  if (!is_finite(theta)) return {};
  return theta;
}

std::optional<Mixture> of_family(std::optional<Mixture> theta, const Family& family, const Mixture& like,
                                 const Floor& floor) {
  if (!theta) return {};
  if (is_bound_to_axes(family)) theta = brought_back(*theta, family, like, floor);
  if (family.floor_method == Family::FloorMethod::eigenvalues) floor.raise(*theta);
  if (!is_feasible(*theta, family, floor)) return {};
  return theta;
}

}  // namespace mixseed
