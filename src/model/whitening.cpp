#include "model/whitening.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixseed {

Spectrum correlations_of(const DataSummary& summary) {
  const std::size_t D = summary.dim();
  std::vector<double> correlation = summary.covariance;
  for (std::size_t i = 0; i < D * D; ++i) correlation[i] /= summary.scale[i / D] * summary.scale[i % D];
  return spectrum_of(as_matrix(correlation.data(), D));
}

Whitening whitening_of(const DataSummary& summary) {
  const std::size_t D = summary.dim();
  const Spectrum eigen = correlations_of(summary);
  Whitening white{summary.mean, {}, 0};
  for (std::size_t a = 0; a < D; ++a) {
    const double variance = eigen.values[a];
    if (!(variance > kFlatDirection)) continue;
    ++white.size;
    for (std::size_t j = 0; j < D; ++j) {
      white.axes.push_back(eigen.axes(j, a) / (std::sqrt(variance) * summary.scale[j]));
    }
  }
  return white;
}

void Whitening::transform(const DataView& rows, std::size_t i, double* to) const {
  const std::size_t D = mean.size();
  std::fill_n(to, size, 0.0);
  for (std::size_t j = 0; j < D; ++j) {
    const double x = rows.at(i, j) - mean[j];
    for (std::size_t a = 0; a < size; ++a) to[a] += axes[a * D + j] * x;
  }
}

Data whitened_rows(const DataView& rows, const Whitening& white) {
  const std::size_t columns = std::max<std::size_t>(1, white.size);
  std::vector<double> values(rows.rows() * columns, 0.0), weights;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    white.transform(rows, i, values.data() + i * columns);
    weights.push_back(rows.weight(i));
  }
  return Data::from(std::move(values), rows.rows(), columns).weighted(std::move(weights));
}

}  // namespace mixseed
