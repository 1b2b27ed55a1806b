#include "model/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/rng.h"

namespace mixseed {
namespace {

// A A' of random numbers, columns a thousand times apart.
Matrix random_square(std::size_t dim, Rng& rng) {
  Matrix root(dim, dim);
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) root(i, j) = rng.normal() * std::pow(10.0, static_cast<double>(i % 4));
  }
  return product_with_transpose(root, root);
}

double trace_of(const Matrix& matrix) {
  double sum = 0;
  for (std::size_t j = 0; j < matrix.rows(); ++j) sum += matrix(j, j);
  return sum;
}

// Both ways of finding it: by turns in up to three columns, and by a tridiagonal matrix beyond.
TEST(Linear, ASpectrumIsAscendingAndComposesItsMatrix) {
  Rng rng(3);
  for (const std::size_t dim : {1, 2, 3, 4, 9, 40}) {
    const Matrix matrix = random_square(dim, rng);
    const Spectrum spectrum = spectrum_of(matrix);
    EXPECT_TRUE(std::is_sorted(spectrum.values.begin(), spectrum.values.end())) << dim;
    EXPECT_NEAR(smallest_eigenvalue(matrix), spectrum.values.front(), 1e-12 * trace_of(matrix)) << dim;
    const std::vector<double> again = composed(spectrum.axes, spectrum.values);
    const Matrix identity = product(transposed(spectrum.axes), spectrum.axes);
    for (std::size_t i = 0; i < dim * dim; ++i) {
      EXPECT_NEAR(again[i], matrix.values()[i], 1e-13 * trace_of(matrix)) << dim;
      EXPECT_NEAR(identity.values()[i], i % (dim + 1) == 0 ? 1 : 0, 1e-13) << dim;
    }
  }
}

TEST(Linear, ASpectrumKnowsDirectionsWithoutVarianceAndDistantUnits) {
  for (const std::size_t dim : {2, 3, 5, 12}) {
    const Matrix ones(dim, dim, std::vector<double>(dim * dim, 1.0));  // of rank 1
    const Spectrum spectrum = spectrum_of(ones);
    EXPECT_NEAR(spectrum.values.back(), static_cast<double>(dim), 1e-13);
    for (std::size_t j = 0; j + 1 < dim; ++j) EXPECT_NEAR(spectrum.values[j], 0, 1e-14) << dim;
    Matrix apart(dim, dim);
    for (std::size_t j = 0; j < dim; ++j) apart(j, j) = std::pow(10.0, 20.0 - 40.0 * static_cast<double>(j % 3));
    const std::vector<double> values = spectrum_of(apart).values;
    EXPECT_EQ(values.back(), 1e20);
    EXPECT_EQ(values.front(), dim == 2 ? 1e-20 : 1e-60);
  }
  EXPECT_EQ(spectrum_of(Matrix(6, 6)).values, std::vector<double>(6, 0.0));
}

TEST(Linear, ADeterminantNeedsNoSignAndNoOrder) {
  EXPECT_NEAR(log_determinant(Matrix(3, 3, {0, 2, 0, 3, 1, 0, 5, 7, -4})), std::log(24.0), 1e-15);
  EXPECT_EQ(log_determinant(Matrix(2, 2, {1, 2, 2, 4})), -std::numeric_limits<double>::infinity());
}

TEST(Linear, AMatrixTimesItsInverseIsOne) {
  Rng rng(4);
  const Matrix matrix = random_square(4, rng), one = product(matrix, inverse_of(matrix));
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(one.values()[i], i % 5 == 0 ? 1 : 0, 1e-6);
}

TEST(Linear, WhatIsNotPositiveDefiniteHasNoRootNoScaleAndInfiniteCost) {
  const Matrix bad(2, 2, {1, 2, 2, 1}), none(2, 2, {1, 0, 0, std::nan("")}), scatter(2, 2, {1, 0, 0, 1});
  for (const Matrix& matrix : {bad, none}) {
    EXPECT_FALSE(lower_root(matrix));
    EXPECT_TRUE(std::isnan(mean_scale(matrix)));
    EXPECT_TRUE(std::isnan(inverse_of(matrix)(0, 0)));
    EXPECT_TRUE(std::isinf(cost_of(matrix, scatter, 1)));
  }
}

// log det of diag(4, 9) is log 36, the trace 8 / 4 + 18 / 9.
TEST(Linear, ACostIsALogarithmAndATrace) {
  const Matrix sigma(2, 2, {4, 0, 0, 9}), scatter(2, 2, {8, 1, 1, 18});
  EXPECT_NEAR(cost_of(sigma, scatter, 3), 3 * std::log(36.0) + 4, 1e-12);
  EXPECT_NEAR(mean_scale(sigma), 6, 1e-12);
}

}  // namespace
}  // namespace mixseed
