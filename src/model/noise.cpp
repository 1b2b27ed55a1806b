#include "model/noise.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "model/linear.h"
#include "model/whitening.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Whether the rows lie on a plane, whatever the units of the columns.
bool is_flat(const DataSummary& summary) { return !(correlations_of(summary).values.front() > kFlatDirection); }

double sum_of_logs(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(std::abs(value));
  return sum;
}

void scale_weights(Mixture& mixture, double wanted) {
  const double sum = std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0);
  for (double& weight : mixture.weights) weight *= wanted / sum;
}

}  // namespace

std::vector<double> directions_of_boxes(const DataSummary& summary) {
  const std::size_t dim = summary.dim();
  Values directions(dim * dim, 0.0);
  for (std::size_t j = 0; j < dim; ++j) directions[j * dim + j] = 1;
  if (dim == 1 || is_flat(summary)) return directions;
  const Spectrum spectrum = spectrum_of(as_matrix(summary.covariance.data(), dim));
  const Matrix axes = transposed(spectrum.axes);
  directions.insert(directions.end(), axes.values().begin(), axes.values().end());
  return directions;
}

Noise smaller_box(const DataSummary& summary, const Values& directions, const Values& low, const Values& high) {
  const std::size_t dim = summary.dim();
  Values widths(low.size());
  for (std::size_t i = 0; i < low.size(); ++i) widths[i] = high[i] - low[i];
  for (std::size_t j = 0; j < dim; ++j) {
    if (!(widths[j] > 0)) widths[j] = summary.scale[j];  // a constant column gets a substitute
  }
  Noise box{0, sum_of_logs({widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(dim)}), summary.mean, {}};
  const bool turned = low.size() > dim &&
                      sum_of_logs({widths.begin() + static_cast<std::ptrdiff_t>(dim), widths.end()}) < box.log_volume;
  if (!turned) {
    for (std::size_t j = 0; j < dim; ++j) box.corner[j] += low[j];
    box.edges.assign(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(dim));
    return box;
  }
  for (std::size_t i = dim; i < 2 * dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      box.corner[j] += low[i] * directions[i * dim + j];
      box.edges.push_back(widths[i] * directions[i * dim + j]);
    }
  }
  box.log_volume = sum_of_logs({widths.begin() + static_cast<std::ptrdiff_t>(dim), widths.end()});
  return box;
}

double log_volume_of(const Values& edges, std::size_t dim) {
  if (edges.size() == dim) return sum_of_logs(edges);
  return log_determinant(as_matrix(edges.data(), dim));
}

Mixture with_noise(Mixture mixture, Noise box, double share) {
  box.weight = mixture.noise ? mixture.noise->weight : share;
  scale_weights(mixture, 1 - box.weight);
  mixture.noise = std::move(box);
  return mixture;
}

Mixture without_noise(Mixture mixture) {
  if (!mixture.noise) return mixture;
  mixture.noise.reset();
  scale_weights(mixture, 1);
  return mixture;
}

}  // namespace mixseed
