#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Columns = std::vector<std::size_t>;

void check_columns(const Mixture& mixture, std::span<const std::size_t> columns) {
  std::vector<bool> seen(mixture.dim, false);
  for (const std::size_t column : columns) {
    if (column >= mixture.dim) {
      throw Error(ErrorCode::usage, "column " + std::to_string(column) + ": the mixture has " +
                                        std::to_string(mixture.dim) + " (0 to " + std::to_string(mixture.dim - 1) +
                                        ")");
    }
    if (seen[column]) throw Error(ErrorCode::usage, "column " + std::to_string(column) + " is named twice");
    seen[column] = true;
  }
}

Columns indices(std::span<const std::size_t> columns) { return {columns.begin(), columns.end()}; }

Columns others(const Mixture& mixture, std::span<const std::size_t> columns) {
  Columns rest;
  for (std::size_t j = 0; j < mixture.dim; ++j) {
    if (std::find(columns.begin(), columns.end(), j) == columns.end()) rest.push_back(j);
  }
  return rest;
}

// The part of one component's covariance for the given columns.
std::vector<double> covariance_part(const Mixture& mixture, std::size_t k, const Columns& columns) {
  std::vector<double> part;
  if (mixture.covariance == Covariance::spherical) return {mixture.covariances[k]};
  if (mixture.covariance == Covariance::diagonal) {
    for (const auto j : columns) part.push_back(mixture.covariances[k * mixture.dim + j]);
    return part;
  }
  const auto covariance = mixture.covariance_of(k);
  return part_of(as_matrix(covariance.data(), mixture.dim), columns, columns).values();
}

std::vector<double> weights_given(const Mixture& observed, std::span<const double> values) {
  auto weights = responsibilities(observed, DataView(values.data(), 1, values.size()), 1);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

Mixture marginal(const Mixture& mixture, std::span<const std::size_t> columns) {
  check(mixture);
  check_columns(mixture, columns);
  if (mixture.noise) throw Error(ErrorCode::usage, "marginal: expected a mixture without noise");
  if (columns.empty()) throw Error(ErrorCode::usage, "marginal: expected at least one column");
  Mixture result{mixture.covariance, columns.size(), mixture.weights, {}, {}};
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    for (const std::size_t j : columns) result.means.push_back(mixture.mean(k)[j]);
    if (mixture.covariance == Covariance::tied && k > 0) continue;
    const auto part = covariance_part(mixture, k, indices(columns));
    result.covariances.insert(result.covariances.end(), part.begin(), part.end());
  }
  return result;
}

Mixture conditional(const Mixture& mixture, std::span<const std::size_t> columns, std::span<const double> values) {
  if (columns.size() != values.size()) {
    throw Error(ErrorCode::usage, "conditional: expected one value per column (" + std::to_string(columns.size()) +
                                      "), got " + std::to_string(values.size()));
  }
  const Mixture observed = marginal(mixture, columns);
  const Columns given = indices(columns), rest = others(mixture, columns);
  if (rest.empty()) throw Error(ErrorCode::usage, "conditional: expected at least one column that is not given");
  Mixture result{mixture.covariance, rest.size(), weights_given(observed, values), {}, {}};
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const auto full = mixture.covariance_of(k);
    const Matrix sigma = as_matrix(full.data(), mixture.dim);
    const Matrix across = part_of(sigma, given, rest);
    const Matrix slopes = solved(part_of(sigma, given, given), across);
    Matrix deviation(1, given.size());
    for (std::size_t j = 0; j < given.size(); ++j) deviation(0, j) = values[j] - mixture.mean(k)[given[j]];
    const Matrix shift = product(deviation, slopes);
    for (std::size_t j = 0; j < rest.size(); ++j) result.means.push_back(mixture.mean(k)[rest[j]] + shift(0, j));
    if (mixture.covariance == Covariance::tied && k > 0) continue;
    if (mixture.covariance == Covariance::diagonal || mixture.covariance == Covariance::spherical) {
      const auto part = covariance_part(mixture, k, rest);
      result.covariances.insert(result.covariances.end(), part.begin(), part.end());
    } else {
      Matrix left = part_of(sigma, rest, rest);
      add(left, product(transposed(across), slopes), -1);
      result.covariances.insert(result.covariances.end(), left.values().begin(), left.values().end());
    }
  }
  return result;
}

}  // namespace mixseed
