#include "model/random_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/dense.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using Values = std::vector<double>;

TEST(RandomMatrix, HasTheGivenEigenvalues) {
  Rng rng(111);
  for (const std::size_t dim : {1U, 2U, 5U, 10U}) {
    Values eigenvalues;
    for (std::size_t j = 0; j < dim; ++j) eigenvalues.push_back(std::pow(3.0, static_cast<double>(j)));
    const Values matrix = randomly_rotated(eigenvalues, rng);
    ASSERT_EQ(matrix.size(), dim * dim);
    for (std::size_t i = 0; i < dim * dim; ++i) {
      EXPECT_NEAR(matrix[i], matrix[(i % dim) * dim + i / dim], 1e-14 * eigenvalues.back());
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(as_matrix(matrix.data(), dim));
    for (std::size_t j = 0; j < dim; ++j) {
      EXPECT_NEAR(eigen.eigenvalues()[static_cast<Eigen::Index>(j)], eigenvalues[j], 1e-12 * eigenvalues.back());
    }
  }
}

TEST(RandomMatrix, EqualEigenvaluesLeaveNothingToTurn) {
  Rng rng(112);
  const Values matrix = randomly_rotated({4, 4, 4}, rng);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(matrix[i], i % 4 == 0 ? 4 : 0, 1e-14);
}

// With the one eigenvalue at place `place` the matrix is q q' for the row q of Q. A uniform direction in space has
// coordinates whose sizes are uniform on [0, 1] (Archimedes).
TEST(RandomMatrix, DirectionsAreUniform) {
  const int n = 4000;
  for (std::size_t place = 0; place < 3; ++place) {
    Rng rng(113 + place);
    Values sizes[3];
    for (int i = 0; i < n; ++i) {
      Values eigenvalues(3, 0.0);
      eigenvalues[place] = 1;
      const Values matrix = randomly_rotated(eigenvalues, rng);
      for (std::size_t j = 0; j < 3; ++j) sizes[j].push_back(std::sqrt(matrix[4 * j]));
    }
    for (Values& size : sizes) {
      std::sort(size.begin(), size.end());
      double largest = 0;
      for (int i = 0; i < n; ++i) {
        const double p = size[static_cast<std::size_t>(i)];
        largest = std::max({largest, p - i / static_cast<double>(n), (i + 1) / static_cast<double>(n) - p});
      }
      EXPECT_LT(largest * std::sqrt(n), 2.225);  // Kolmogorov-Smirnov, p = 1e-4
    }
  }
}

// q and -q give the same matrix, so the eight octants are four.
TEST(RandomMatrix, OctantsAreEquallyLikely) {
  const int n = 8000;
  for (std::size_t place = 0; place < 3; ++place) {
    Rng rng(120 + place);
    double counts[4] = {};
    for (int i = 0; i < n; ++i) {
      Values eigenvalues(3, 0.0);
      eigenvalues[place] = 1;
      const Values matrix = randomly_rotated(eigenvalues, rng);
      ++counts[(matrix[1] > 0 ? 1 : 0) + (matrix[2] > 0 ? 2 : 0)];
    }
    double sum = 0;
    for (const double count : counts) sum += (count - n / 4.0) * (count - n / 4.0) / (n / 4.0);
    EXPECT_LT(sum, 21.11);  // 99.99 % quantile of chi-square, 3 degrees of freedom
  }
}

}  // namespace
}  // namespace mixseed
