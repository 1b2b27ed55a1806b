#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "mixseed/precision.h"
#include "model/layout.h"
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

// In the layout of the mixture, which has plain numbers.
void add_covariance(Mixture& mixture, const Matrix& covariance) {
  const Layout layout = layout_of(mixture.covariance);
  if (layout.shared && !mixture.covariances.empty()) return;
  std::vector<double> own = stored_as(layout, mixture.dim, covariance.values());
  if (layout.shape == Layout::Shape::spherical) own = {covariance(0, 0)};  // a mean would be rounded
  mixture.covariances.insert(mixture.covariances.end(), own.begin(), own.end());
}

std::vector<double> weights_given(const Mixture& observed, std::span<const double> values) {
  auto weights = responsibilities(observed, DataView(values.data(), 1, values.size()), 1);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

Mixture marginal(const Mixture& stored, std::span<const std::size_t> columns) {
  check(stored);
  check_columns(stored, columns);
  const Mixture mixture = with_plain_covariances(stored);
  if (mixture.noise) throw Error(ErrorCode::usage, "marginal: expected a mixture without noise");
  if (columns.empty()) throw Error(ErrorCode::usage, "marginal: expected at least one column");
  const Columns kept = indices(columns);
  Mixture result{mixture.covariance, columns.size(), mixture.weights, {}, {}};
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    for (const std::size_t j : columns) result.means.push_back(mixture.mean(k)[j]);
    const auto full = mixture.covariance_of(k);
    add_covariance(result, part_of(as_matrix(full.data(), mixture.dim), kept, kept));
  }
  return result;
}

Mixture conditional(const Mixture& stored, std::span<const std::size_t> columns, std::span<const double> values) {
  if (columns.size() != values.size()) {
    throw Error(ErrorCode::usage, "conditional: expected one value per column (" + std::to_string(columns.size()) +
                                      "), got " + std::to_string(values.size()));
  }
  const Mixture mixture = with_plain_covariances(stored), observed = marginal(mixture, columns);
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
    Matrix left = part_of(sigma, rest, rest);
    add(left, product(transposed(across), slopes), -1);
    add_covariance(result, left);
  }
  return result;
}

}  // namespace mixseed
