// The lower bound of covariances: Sigma >= share * Sigma_X + R. Sigma_X is the covariance of the data; R is
// kRoundingShare times the squared recording steps of the columns (resolution.h), and 0 for continuous columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"
#include "model/linear.h"

namespace mixseed {

// Eigenvalues are raised in coordinates in which the floor is the identity. That is the exact maximum of EM's objective
// under the constraint, so EM stays monotone, and fits commute with affine maps of the data.
// Flat directions, in which the share would be below 1e-12 of the columns' variances, get 1e-12 of these instead. Only
// this bound depends on the coordinate axes. With share = 0 it is the only one.
// A matrix that exceeds the data's covariance by many orders in one direction may have no factor in double precision
// although it lies above the floor; its eigenvalues are raised to 1e-12 in units of its own
// variances.
//
// `covariance` is one stored covariance.
class Floor {
 public:
  Floor(const DataSummary& summary, double share);

  // Raises eigenvalues below the floor and returns their number.
  std::size_t raise(Covariance type, double* covariance) const;
  // The same for all components with weight.
  std::size_t raise(Mixture& mixture) const;
  // Adds the floor to covariances below it. Needs no eigenvalues; for trial components.
  void raise_roughly(Mixture& mixture) const;

  // Whether the covariance lies above `slack` times the floor.
  bool allows(Covariance type, const double* covariance, double slack = 1) const;
  // Whether every component lies above the floor by more than rounding. Conservative: false may be a false negative.
  bool is_well_above(const Mixture& mixture) const;
  // The least factor, at least 1, that lifts the covariance to the floor in the directions in which the data vary.
  double factor_to(Covariance type, const double* covariance) const;
  // The same for every component with weight, 1 for the others.
  std::vector<double> factors_to(const Mixture& mixture) const;
  // Gives a tiny variance to covariances, stored one after the other, that have a direction without variance, so that
  // quotients, determinants and factors exist.
  void make_positive(Covariance type, std::vector<double>& covariances) const;

  // The part of the floor that a component touches in a direction in which the data vary.
  enum class Contact { none, rounding, relative };
  std::vector<Contact> contacts(const Mixture& mixture) const;
  // The number of components that touch the floor.
  std::size_t count_contacts(const Mixture& mixture) const;

 private:
  std::size_t raise_matrix(double* matrix) const;
  // For every stored covariance: whether it is a matrix above `slack` times the floor by more than rounding.
  std::vector<bool> matrices_above(const Mixture& mixture, double slack = 1) const;
  // The matrix in the coordinates in which the floor is the identity.
  Matrix in_units_of_the_floor(const double* matrix) const;
  std::span<const double> least_variances(Layout::Shape shape) const;
  Contact contact_of_matrix(const double* matrix) const;
  Contact contact_of(Covariance type, const double* covariance) const;

  std::size_t dim_;
  Matrix factor_, inverse_, floor_;  // floor = factor factor', inverse = factor^-1
  std::vector<double> diagonal_, tiny_;
  double spherical_;
  std::vector<bool> flat_axes_;  // in the coordinates in which the floor is the identity
  std::vector<bool> flat_columns_;
  Matrix rounding_;  // R as a share of the floor, in the coordinates in which the floor is the identity
  std::vector<double> rounding_of_columns_;  // R as a share of each diagonal variance, then of the spherical one
};

}  // namespace mixseed
