#include "model/moments.h"

#include <algorithm>
#include <cmath>
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

bool Moments::fits(std::size_t components, std::size_t dim, Second second, const std::vector<double>& pivots) const {
  const auto is_nan = [](double number) { return std::isnan(number); };
  return components_ == components && dim_ == dim && second_ == second && pivots_ && *pivots_ == pivots &&
         length_ == kernel::moments_length(second, dim) && values_.size() == components * length_ &&
         std::none_of(values_.begin(), values_.end(), is_nan) && !is_nan(objective) && !is_nan(noise);
}

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
  std::vector<double> mean(dim_);
  this->mean(k, mean.data());
  return mean;
}

void Moments::mean(std::size_t k, double* to) const {
  for (std::size_t j = 0; j < dim_; ++j) to[j] = pivot(k)[j] + first(k, j) / mass(k);
}

double Moments::scatter(std::size_t k) const {
  const auto columns = diagonal_scatter(k);
  return std::accumulate(columns.begin(), columns.end(), 0.0);
}

std::vector<double> Moments::diagonal_scatter(std::size_t k) const {
  std::vector<double> scatter(dim_);
  diagonal_scatter(k, scatter.data());
  return scatter;
}

std::vector<double> Moments::full_scatter(std::size_t k) const {
  std::vector<double> scatter(dim_ * dim_);
  full_scatter(k, scatter.data());
  return scatter;
}

void Moments::diagonal_scatter(std::size_t k, double* to) const {
  const double* squares = of(k) + kernel::moments_width(dim_);
  for (std::size_t j = 0; j < dim_; ++j) {
    to[j] = std::max(squares[j] - first(k, j) * (first(k, j) / mass(k)), 0.0);
  }
}

void Moments::full_scatter(std::size_t k, double* to) const {
  const double inverse = 1 / mass(k);
  for (std::size_t j = 0; j < dim_; ++j) {
    const double* line = of(k) + kernel::moments_line(dim_, j);
    const double mean = first(k, j);
    for (std::size_t l = j; l < dim_; ++l) {
      to[j * dim_ + l] = to[l * dim_ + j] = line[l] - mean * (first(k, l) * inverse);
    }
  }
}

void Moments::add_about_mean(std::size_t k, double mass, const std::vector<double>& covariance) {
  const double before = this->mass(k);
  std::vector<double> offset(dim_, 0.0);  // of the mean from the pivot
  for (std::size_t j = 0; before > 0 && j < dim_; ++j) offset[j] = first(k, j) / before;
  const auto second = [&](std::size_t j, std::size_t l) {
    return mass * (covariance[j * dim_ + l] + offset[j] * offset[l]);
  };
  for (std::size_t j = 0; j < dim_; ++j) {
    of(k)[kernel::first_moment_place(second_, dim_, j)] += mass * offset[j];
    if (second_ == Second::diagonal) of(k)[kernel::moments_width(dim_) + j] += second(j, j);
    for (std::size_t l = j; second_ == Second::full && l < dim_; ++l) {
      of(k)[kernel::moments_line(dim_, j) + l] += second(j, l);
    }
  }
  of(k)[kernel::mass_place(second_, dim_)] += mass;
}

void Moments::merge(const Moments& other) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
  objective += other.objective;
  noise += other.noise;
}

}  // namespace mixseed
