#include "model/moments.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mixseed {

Moments::Moments(std::size_t components, std::size_t dim, Second second, Pivots pivots)
    : components_(components),
      dim_(dim),
      length_(kernel::moments_length(second, dim)),
      second_(second),
      pivots_(std::move(pivots)),
      values_(components * length_, 0.0) {}

double Moments::total_mass() const {
  double total = 0;
  for (std::size_t k = 0; k < components_; ++k) total += mass(k);
  return total;
}

bool Moments::any_empty() const {
  for (std::size_t k = 0; k < components_; ++k) {
    if (!(mass(k) > 0)) return true;
  }
  return false;
}

std::vector<double> Moments::mean(std::size_t k) const {
  std::vector<double> mean(pivot(k), pivot(k) + dim_);
  for (std::size_t j = 0; j < dim_; ++j) mean[j] += first(k, j) / mass(k);
  return mean;
}

double Moments::scatter(std::size_t k) const {
  const auto columns = diagonal_scatter(k);
  return std::accumulate(columns.begin(), columns.end(), 0.0);
}

std::vector<double> Moments::diagonal_scatter(std::size_t k) const {
  const double* squares = of(k) + kernel::moments_width(dim_);
  std::vector<double> scatter(dim_);
  for (std::size_t j = 0; j < dim_; ++j) {
    scatter[j] = std::max(squares[j] - first(k, j) * (first(k, j) / mass(k)), 0.0);
  }
  return scatter;
}

std::vector<double> Moments::full_scatter(std::size_t k) const {
  std::vector<double> scatter(dim_ * dim_);
  for (std::size_t j = 0; j < dim_; ++j) {
    const double* line = of(k) + kernel::moments_line(dim_, j);
    for (std::size_t l = j; l < dim_; ++l) {
      scatter[j * dim_ + l] = scatter[l * dim_ + j] = line[l] - first(k, j) * (first(k, l) / mass(k));
    }
  }
  return scatter;
}

void Moments::merge(const Moments& other) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
  objective += other.objective;
  noise += other.noise;
}

}  // namespace mixseed
