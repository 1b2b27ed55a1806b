// Weighted sums over rows for each component: the result of a pass and the input of an update. Moments of disjoint rows
// merge.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed {

class Moments {
 public:
  using Second = kernel::Second;
  using Pivots = std::shared_ptr<const std::vector<double>>;  // [K][D]

  Moments() = default;
  Moments(std::size_t components, std::size_t dim, Second second, Pivots pivots);

  std::size_t size() const { return components_; }
  std::size_t dim() const { return dim_; }
  Second second() const { return second_; }
  double mass(std::size_t k) const { return of(k)[kernel::mass_place(second_, dim_)]; }
  double total_mass() const;  // of the components
  // Whether a component has no mass.
  bool any_empty() const;
  // mean of component k; needs mass(k) > 0
  std::vector<double> mean(std::size_t k) const;
  void mean(std::size_t k, double* to) const;
  // sum of r |x - mean|^2 of component k about its own mean; needs second() == diagonal and mass(k) > 0
  double scatter(std::size_t k) const;
  // the same by column (needs diagonal) and as a D x D matrix (needs full)
  std::vector<double> diagonal_scatter(std::size_t k) const;
  std::vector<double> full_scatter(std::size_t k) const;
  void diagonal_scatter(std::size_t k, double* to) const;
  void full_scatter(std::size_t k, double* to) const;

  // Whether sizes, kind and pivots are these and no number is NaN: a check for decoded moments.
  bool fits(std::size_t components, std::size_t dim, Second second, const std::vector<double>& pivots) const;

  void merge(const Moments& other);
  // Adds `mass` about the mean of component k, with this D x D covariance; about its pivot if it has no mass.
  void add_about_mean(std::size_t k, double mass, const std::vector<double>& covariance);

  // For the passes that fill it.
  double* of(std::size_t k) { return values_.data() + k * length_; }
  const double* of(std::size_t k) const { return values_.data() + k * length_; }
  const double* pivot(std::size_t k) const { return pivots_->data() + k * dim_; }

  // See base/bytes.h.
  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.components_, self.dim_, self.length_, self.second_, self.pivots_, self.values_, self.objective,
          self.noise);
  }

  double objective = 0;  // weighted sum over rows of the log density or squared distance
  double noise = 0;      // the mass of the noise

 private:
  double first(std::size_t k, std::size_t j) const { return of(k)[kernel::first_moment_place(second_, dim_, j)]; }
  std::size_t components_ = 0, dim_ = 0, length_ = 0;
  Second second_ = Second::none;
  Pivots pivots_;
  std::vector<double> values_;
};

}  // namespace mixseed
