// The floor under covariances: Sigma >= share * Sigma_X + R, where Sigma_X is the data's own covariance and R what
// rounding contributes to it: kRoundingShare times the squared recording steps of the columns (resolution.h). R is 0
// for continuous columns, and the floor is scale-free then.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"
#include "model/linear.h"

namespace mixseed {

// Raising eigenvalues in the coordinates in which the floor is the identity is the exact maximum of EM's objective
// under the constraint, so EM with a floor still never lets the likelihood fall, and the fit commutes with affine
// maps. Directions in which the data hardly vary, so that the share would be below 1e-12 of the columns' own variances,
// get that much: the one place where the floor is tied to the coordinate axes. share = 0 leaves only this.
// A matrix that is many orders larger than the data's own covariance in one direction (a far row of hardly any weight)
// may have no factor in double precision although it lies above the floor; it gets the same 1e-12 in its own units.
//
// `covariance` is one component's, in the layout of its type (full and tied: D x D).
class Floor {
 public:
  Floor(const DataSummary& summary, double share);

  // Raises what lies below the floor and returns how many eigenvalues were raised.
  std::size_t raise(Covariance type, double* covariance) const;
  // Does so for all components that have weight.
  std::size_t raise(Mixture& mixture) const;
  // Adds the floor to what lies below it, which takes no eigenvalues: for components that are only tried.
  void raise_roughly(Mixture& mixture) const;
  // Whether the covariance lies above `slack` times the floor.
  bool holds(Covariance type, const double* covariance, double slack = 1) const;
  // Whether every component lies above it, beyond what rounding could hide; no need not mean that one does not.
  bool surely_holds(const Mixture& mixture) const;
  // The least factor, at least 1, that lifts the covariance to the floor in the directions in which the data do vary.
  double factor_to(Covariance type, const double* covariance) const;
  // The same for every component that has weight, 1 for the others.
  std::vector<double> factors_to(const Mixture& mixture) const;
  // Adds what is below any variance that means something to those covariances, one after the other, that have a
  // direction without any, so that quotients, determinants and factors exist.
  void make_positive(Covariance type, std::vector<double>& covariances) const;
  // Which components rest on the floor in a direction in which the data vary, and on which part of it.
  enum class Rest { no, rounding, relative };
  std::vector<Rest> resting(const Mixture& mixture) const;
  // Which components have a likelihood that says nothing. Three kinds:
  // - it rests on the relative part of the floor: rows that share a value or lie on a plane, without which its
  //   likelihood would be infinite;
  // - it rests on the recording steps with fewer than 10 (D + 1) rows: so few rows are equal by chance;
  // - it has fewer than 5 (D + 1) rows and, in some direction, less than 0.01 of the mean variance within components:
  //   rows that are nearly on a line or plane by chance (McLachlan & Peel, Finite Mixture Models, 2000, section 3.10).
  std::vector<bool> collapsed_of(const Mixture& mixture, double observations) const;
  std::size_t collapsed(const Mixture& mixture, double observations) const;

 private:
  std::size_t raise_matrix(double* matrix) const;
  // The matrix in the coordinates in which the floor is the identity.
  Matrix in_units_of_the_floor(const double* matrix) const;
  Rest rest_of_matrix(const double* matrix) const;
  Rest rest_of(Covariance type, const double* covariance) const;

  std::size_t dim_;
  Matrix factor_, inverse_, floor_;  // floor = factor factor', inverse = factor^-1
  std::vector<double> diagonal_, tiny_;
  double spherical_;
  std::vector<bool> flat_axes_;  // of the floor's own coordinates
  std::vector<bool> flat_columns_;
  Matrix rounding_;  // the share of rounding in the floor, in the coordinates in which the floor is the identity
  std::vector<double> rounding_of_columns_;  // the same for each variance of a diagonal, then of a sphere
};

}  // namespace mixseed
