#include "model/data_summary.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixseed {

DataSummary summary_of(std::vector<double> mean, std::vector<double> covariance) {
  const std::size_t dim = mean.size();
  double sum = 0, largest = 0;
  std::size_t varying = 0;
  for (std::size_t j = 0; j < dim; ++j) {
    const double variance = covariance[j * dim + j];
    largest = std::max(largest, std::abs(mean[j]));
    sum += variance;
    varying += variance > 0;
  }
  // A constant column takes the mean scale of the others, or the size of its numbers.
  const double borrowed = varying > 0 ? sum / static_cast<double>(varying) : (largest > 0 ? largest * largest : 1.0);
  DataSummary summary{std::move(mean), std::move(covariance), std::vector<double>(dim), 0};
  for (std::size_t j = 0; j < dim; ++j) {
    const double variance = summary.covariance[j * dim + j];
    summary.scale[j] = std::sqrt(variance > 0 ? variance : borrowed);
  }
  summary.mean_variance = varying > 0 ? sum / static_cast<double>(dim) : borrowed;
  return summary;
}

}  // namespace mixseed
