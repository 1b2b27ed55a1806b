#include "saved/exact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace mixseed::saved {
namespace {

constexpr Real kMinusInfinity = -std::numeric_limits<Real>::infinity();

// The rows and columns of the matrix that are listed.
Reals part_of(const Reals& matrix, std::size_t dim, const std::vector<std::size_t>& listed) {
  Reals part;
  for (const std::size_t i : listed) {
    for (const std::size_t j : listed) part.push_back(matrix[i * dim + j]);
  }
  return part;
}

// Solves L y = x.
Reals forward(const Reals& factor, Reals x) {
  const std::size_t dim = x.size();
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < i; ++j) x[i] -= factor[i * dim + j] * x[j];
    x[i] /= factor[i * dim + i];
  }
  return x;
}

Real log_of_sum(const Reals& logs) {
  const Real largest = *std::max_element(logs.begin(), logs.end());
  if (largest == kMinusInfinity) return largest;
  Real sum = 0;
  for (const Real number : logs) sum += std::exp(number - largest);
  return largest + std::log(sum);
}

// The factors of all components for one pattern of observed columns.
struct Pattern {
  std::vector<std::size_t> seen;
  std::vector<Reals> factors;

  Pattern(const SavedModel& model, std::vector<std::size_t> columns) : seen(std::move(columns)) {
    for (const Reals& covariance : model.covariances) {
      factors.push_back(cholesky(part_of(covariance, model.dim, seen), seen.size()));
    }
  }
  Real log_normal(const SavedModel& model, std::size_t k, const double* row) const {
    Reals apart;
    for (const std::size_t j : seen) apart.push_back(static_cast<Real>(row[j]) - model.means[k][j]);
    Real square = 0;
    for (const Real number : forward(factors[k], apart)) square += number * number;
    const auto dim = static_cast<Real>(seen.size());
    return -(dim * std::log(2 * std::numbers::pi_v<Real>) + log_determinant(factors[k], seen.size()) + square) / 2;
  }
};

// log(w_k N_k(x)) of every component, and of the noise.
Reals terms(const SavedModel& model, const Pattern& pattern, const double* row) {
  Reals logs;
  for (std::size_t k = 0; k < model.weights.size(); ++k) {
    const bool counts = model.weights[k] > 0;
    logs.push_back(counts ? std::log(model.weights[k]) + pattern.log_normal(model, k, row) : kMinusInfinity);
  }
  if (model.has_noise) {
    logs.push_back(model.noise_weight > 0 ? std::log(model.noise_weight) - model.log_volume : kMinusInfinity);
  }
  return logs;
}

std::size_t covariance_parameters(const std::string& family, std::size_t K, std::size_t D) {
  const std::size_t turns = D * (D - 1) / 2;
  const std::map<std::string, std::size_t> table{{"EII", 1},
                                                 {"spherical", K},
                                                 {"EEI", D},
                                                 {"VEI", K + D - 1},
                                                 {"EVI", 1 + K * (D - 1)},
                                                 {"diagonal", K * D},
                                                 {"tied", D + turns},
                                                 {"VEE", K + D - 1 + turns},
                                                 {"EVE", 1 + K * (D - 1) + turns},
                                                 {"VVE", K * D + turns},
                                                 {"EEV", D + K * turns},
                                                 {"VEV", K + D - 1 + K * turns},
                                                 {"EVV", 1 + K * (D - 1) + K * turns},
                                                 {"full", K * (D + turns)}};
  return table.at(family);
}

}  // namespace

Reals cholesky(const Reals& matrix, std::size_t dim) {
  Reals factor(dim * dim, 0);
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real rest = matrix[i * dim + j];
      for (std::size_t l = 0; l < j; ++l) rest -= factor[i * dim + l] * factor[j * dim + l];
      if (i == j && !(rest > 0 && std::isfinite(rest))) return {};
      factor[i * dim + j] = i == j ? std::sqrt(rest) : rest / factor[j * dim + j];
    }
  }
  return factor;
}

Real log_determinant(const Reals& factor, std::size_t dim) {
  Real sum = 0;
  for (std::size_t i = 0; i < dim; ++i) sum += 2 * std::log(factor[i * dim + i]);
  return sum;
}

Real condition(const Reals& matrix, std::size_t dim) {
  Reals correlation(dim * dim);
  Real norm = 0, inverse_norm = 0;
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      correlation[i * dim + j] = matrix[i * dim + j] / std::sqrt(matrix[i * dim + i]) / std::sqrt(matrix[j * dim + j]);
      norm += correlation[i * dim + j] * correlation[i * dim + j];
    }
  }
  const Reals factor = cholesky(correlation, dim);
  if (factor.empty()) return std::numeric_limits<Real>::infinity();
  std::vector<Reals> columns;  // of L^-1: the inverse has their products
  for (std::size_t j = 0; j < dim; ++j) {
    Reals unit(dim, 0);
    unit[j] = 1;
    columns.push_back(forward(factor, unit));
  }
  for (const Reals& a : columns) {
    for (const Reals& b : columns) {
      Real product = 0;
      for (std::size_t i = 0; i < dim; ++i) product += a[i] * b[i];
      inverse_norm += product * product;
    }
  }
  return std::sqrt(norm * inverse_norm);
}

// Jacobi's rotations.
Reals eigenvalues(Reals matrix, std::size_t dim) {
  const auto at = [&](std::size_t i, std::size_t j) -> Real& { return matrix[i * dim + j]; };
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p < dim; ++p) {
      for (std::size_t q = p + 1; q < dim; ++q) {
        if (at(p, q) == 0) continue;
        const Real ratio = (at(q, q) - at(p, p)) / (2 * at(p, q));
        const Real tangent = (ratio >= 0 ? 1 : -1) / (std::abs(ratio) + std::hypot(ratio, Real{1}));
        const Real cosine = 1 / std::hypot(tangent, Real{1}), sine = tangent * cosine;
        for (std::size_t i = 0; i < dim; ++i) {
          const Real a = at(i, p), b = at(i, q);
          at(i, p) = cosine * a - sine * b, at(i, q) = sine * a + cosine * b;
        }
        for (std::size_t i = 0; i < dim; ++i) {
          const Real a = at(p, i), b = at(q, i);
          at(p, i) = cosine * a - sine * b, at(q, i) = sine * a + cosine * b;
        }
      }
    }
  }
  Reals values;
  for (std::size_t i = 0; i < dim; ++i) values.push_back(at(i, i));
  std::sort(values.begin(), values.end());
  return values;
}

Exact evaluate(const SavedModel& model, const GivenRows& rows) {
  Exact exact;
  for (const Reals& covariance : model.covariances) {
    exact.condition = std::max(exact.condition, condition(covariance, model.dim));
  }
  std::map<std::vector<std::size_t>, Pattern> patterns;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    std::vector<std::size_t> seen;
    for (std::size_t j = 0; j < rows.columns; ++j) {
      if (!std::isnan(rows.at(i, j))) seen.push_back(j);
    }
    exact.log_densities.push_back(0);
    if (seen.empty()) continue;
    const auto found = patterns.try_emplace(seen, model, seen).first;
    const Reals logs = terms(model, found->second, &rows.values[i * rows.columns]);
    const Real density = log_of_sum(logs);
    exact.log_densities.back() = density;
    exact.observations += rows.weight(i);
    if (rows.weight(i) == 0) continue;
    exact.total += rows.weight(i) * density;
    exact.certainty += rows.weight(i) * (*std::max_element(logs.begin(), logs.end()) - density);
  }
  return exact;
}

std::size_t count_parameters(const SavedModel& model) {
  const std::size_t K = model.weights.size(), D = model.dim;
  return K - 1 + K * D + covariance_parameters(model.family, K, D) + (model.has_noise ? 2 : 0);
}

}  // namespace mixseed::saved
