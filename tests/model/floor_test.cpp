#include "model/floor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/factors.h"
#include "model/random_matrix.h"
#include "model/resolution.h"
#include "support/blobs.h"
#include "support/dense.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using Values = std::vector<double>;

constexpr Eigen::Index kDim = 3;

Matrix random_matrix(Rng& rng) {
  Matrix matrix(kDim, kDim);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = rng.normal();
  return matrix;
}

Matrix random_covariance(Rng& rng) {
  const Matrix root = random_matrix(rng);
  return root * root.transpose() + 0.05 * Matrix::Identity(kDim, kDim);
}

DataSummary summary_with(const Matrix& covariance) {
  const auto n = static_cast<std::size_t>(covariance.rows());
  DataSummary summary{Values(n, 0.0), Values(covariance.data(), covariance.data() + covariance.size()), Values(n), 0};
  for (std::size_t j = 0; j < n; ++j) summary.scale[j] = std::sqrt(summary.covariance[j * (n + 1)]);
  summary.mean_variance = covariance.trace() / static_cast<double>(n);
  return summary;
}

Matrix raised(const Floor& floor, Matrix sigma, std::size_t* count = nullptr) {
  const std::size_t raised_count = floor.raise(Covariance::full, sigma.data());
  if (count) *count = raised_count;
  return sigma;
}

double smallest_eigenvalue(const Matrix& matrix) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(matrix).eigenvalues().minCoeff();
}

// EM's objective for one component whose scatter is A.
double objective(const Matrix& sigma, const Matrix& A) {
  return -std::log(sigma.determinant()) - (sigma.inverse() * A).trace();
}

void expect_near(const Matrix& left, const Matrix& right, double tolerance) {
  EXPECT_LT((left - right).norm(), tolerance * right.norm()) << left << "\nvs\n" << right;
}

TEST(Floor, GivesAFactorToMatricesThatAreMuchLargerThanTheData) {
  Matrix line(2, 2);
  line << 1, -1, -1, 1;
  for (const double size : {1.0, 1e11, 1e30}) {
    const Floor floor(summary_with(1e-11 * line), 1e-6);
    std::size_t count = 0;
    const Matrix sigma = raised(floor, size * line, &count);
    EXPECT_TRUE(has_factor(sigma.data(), 2)) << size;
    EXPECT_EQ(count, 1U) << size;
    expect_near(sigma, size * line, 1e-11);
  }
}

TEST(Floor, RaisingIsTheConstrainedMaximum) {
  Rng rng(41);
  for (int round = 0; round < 20; ++round) {
    const Matrix A = 0.3 * random_covariance(rng), sigma_x = random_covariance(rng);
    const double share = 0.5;
    const Floor floor(summary_with(sigma_x), share);
    std::size_t count = 0;
    const Matrix best = raised(floor, A, &count);
    ASSERT_GT(smallest_eigenvalue(best - share * sigma_x), -1e-12);
    if (count == 0) expect_near(best, A, 1e-15);
    for (int i = 0; i < 200; ++i) {
      // Feasible: the floor plus a positive matrix; some near the best, some on the border, some anywhere.
      const double size = std::pow(10.0, -4 * rng.uniform());
      const Matrix v = random_matrix(rng).col(0);
      const Matrix far = share * sigma_x + size * v * v.transpose();
      const Matrix competitor = i % 2 == 0 ? far : Matrix((1 - size) * best + size * (far + random_covariance(rng)));
      EXPECT_LE(objective(competitor, A), objective(best, A) + 1e-10);
    }
  }
}

TEST(Floor, CountsTheEigenvaluesThatLieBelow) {
  Rng rng(42);
  const Matrix sigma_x = random_covariance(rng);
  const Matrix root = sigma_x.llt().matrixL();
  const Floor floor(summary_with(sigma_x), 0.1);
  for (int low = 0; low <= 3; ++low) {
    Vector lambda(kDim);
    for (int j = 0; j < kDim; ++j) lambda[j] = j < low ? 0.01 * (j + 1) : 2.0 + j;
    const auto inner = randomly_rotated({lambda[0], lambda[1], lambda[2]}, rng);
    std::size_t count = 99;
    const Matrix sigma = root * as_matrix(inner.data(), kDim) * root.transpose();
    const Matrix after = raised(floor, sigma, &count);
    EXPECT_EQ(count, static_cast<std::size_t>(low));
    if (low == 0) {
      EXPECT_EQ(after, sigma);
    }
    // What lay above is where it was; what lay below is at the floor exactly.
    const Matrix whitened = root.inverse() * after * root.inverse().transpose();
    const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(whitened).eigenvalues();
    for (int j = 0; j < kDim; ++j) EXPECT_NEAR(eigenvalues[j], j < low ? 0.1 : lambda[j], 1e-12);
  }
}

TEST(Floor, RaisingTwiceIsRaisingOnce) {
  Rng rng(43);
  const Floor floor(summary_with(random_covariance(rng)), 0.3);
  const Matrix once = raised(floor, 0.1 * random_covariance(rng));
  expect_near(raised(floor, once), once, 1e-13);
  EXPECT_TRUE(floor.allows(Covariance::full, once.data(), 1 - 1e-9));
  EXPECT_FALSE(floor.allows(Covariance::full, once.data(), 1 + 1e-9));
}

TEST(Floor, RaisingRoughlyHoldsWhatLiesBelowAndLeavesTheRest) {
  Rng rng(3);
  const Floor floor(summary_with(random_covariance(rng)), 0.1);
  const Matrix wide = random_covariance(rng), narrow = 1e-4 * wide;
  Matrix broken = wide;  // no covariance at all, as rounding may leave one
  broken(0, 0) = -0.5;
  Mixture theta{Covariance::full, 3, {0.4, 0.3, 0.3}, Values(9, 0.0), {}};
  for (const Matrix& matrix : {wide, narrow, broken}) {
    theta.covariances.insert(theta.covariances.end(), matrix.data(), matrix.data() + matrix.size());
  }
  const Values before = theta.covariances;
  ASSERT_TRUE(floor.allows(Covariance::full, before.data()));
  floor.raise_roughly(theta);
  for (std::size_t at = 0; at < 27; at += 9) {
    EXPECT_TRUE(floor.allows(Covariance::full, theta.covariances.data() + at, 1 - 1e-9)) << at;
  }
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + 9, theta.covariances.begin()));
}

TEST(Floor, CommutesWithAffineMaps) {
  Rng rng(44);
  for (int round = 0; round < 50; ++round) {
    const Matrix A = 0.3 * random_covariance(rng), sigma_x = random_covariance(rng), T = random_matrix(rng);
    const Floor before(summary_with(sigma_x), 0.5), after(summary_with(T * sigma_x * T.transpose()), 0.5);
    std::size_t count_before = 0, count_after = 0;
    const Matrix expected = T * raised(before, A, &count_before) * T.transpose();
    expect_near(raised(after, T * A * T.transpose(), &count_after), expected, 1e-8);
    EXPECT_EQ(count_before, count_after);
  }
}

TEST(Floor, CommutesWithUnitsOfVeryDifferentSize) {
  Rng rng(45);
  const Matrix A = 0.3 * random_covariance(rng), sigma_x = random_covariance(rng);
  const Matrix T = Vector{{1e-100, 1, 1e80}}.asDiagonal();
  const Matrix expected = raised(Floor(summary_with(sigma_x), 0.5), A);
  const Matrix got = raised(Floor(summary_with(T * sigma_x * T), 0.5), T * A * T);
  expect_near(T.inverse() * got * T.inverse(), expected, 1e-12);
}

// Rows in which column 1 is constant and column 2 is twice column 0.
DataSummary flat_summary() {
  Values values;
  Rng rng(46);
  for (int i = 0; i < 500; ++i) {
    const double x = rng.normal();
    values.insert(values.end(), {x, 7, 2 * x});
  }
  return testing::Ready(Data::from(values, 500, 3)).X.summary();
}

TEST(Floor, GivesDirectionsWithoutVariationATinyVariance) {
  const DataSummary summary = flat_summary();
  const Floor floor(summary, 1e-6);
  Matrix sigma = as_matrix(summary.covariance.data(), 3);
  EXPECT_EQ(floor.raise(Covariance::full, sigma.data()), 2U);
  EXPECT_TRUE(positive_definite(mixseed::as_matrix(sigma.data(), 3)));
  EXPECT_NEAR(sigma(1, 1), 1e-12 * summary.scale[1] * summary.scale[1], 1e-20);
  EXPECT_NEAR(sigma(0, 0), summary.covariance[0], 1e-9);
  // Across the line, in units of the columns: (x_0 / s_0 - x_2 / s_2) / sqrt 2.
  const Vector across{{1 / summary.scale[0], 0, -1 / summary.scale[2]}};
  EXPECT_NEAR((across.transpose() * sigma * across).value() / 2, 1e-12, 1e-14);
}

TEST(Floor, WithoutAShareLeavesEverythingThatVaries) {
  Rng rng(47);
  const DataSummary summary = summary_with(random_covariance(rng));
  const Floor floor(summary, 0);
  const Matrix small = 1e-9 * random_covariance(rng);
  std::size_t count = 99;
  EXPECT_EQ(raised(floor, small, &count), small);
  EXPECT_EQ(count, 0U);
  double variance = 1e-11 * summary.mean_variance;
  EXPECT_EQ(floor.raise(Covariance::spherical, &variance), 0U);
}

TEST(Floor, DiagonalIsRaisedColumnByColumn) {
  const DataSummary summary = summary_with(Matrix(Vector{{4, 9, 1}}.asDiagonal()));
  const Floor floor(summary, 0.01);
  Values variances{0.03, 0.1, 0};
  EXPECT_FALSE(floor.allows(Covariance::diagonal, variances.data()));
  EXPECT_EQ(floor.raise(Covariance::diagonal, variances.data()), 2U);
  EXPECT_DOUBLE_EQ(variances[0], 0.04);
  EXPECT_EQ(variances[1], 0.1);
  EXPECT_DOUBLE_EQ(variances[2], 0.01);
  EXPECT_TRUE(floor.allows(Covariance::diagonal, variances.data()));
  EXPECT_EQ(floor.raise(Covariance::diagonal, variances.data()), 0U);
}

TEST(Floor, DiagonalGivesConstantColumnsATinyVariance) {
  const DataSummary summary = flat_summary();
  Values variances{summary.covariance[0], 0, summary.covariance[8]};
  EXPECT_EQ(Floor(summary, 1e-6).raise(Covariance::diagonal, variances.data()), 1U);
  EXPECT_DOUBLE_EQ(variances[1], 1e-12 * summary.scale[1] * summary.scale[1]);
}

TEST(Floor, SphericalIsAShareOfTheMeanVariance) {
  const DataSummary summary = summary_with(Matrix(Vector{{4, 9, 2}}.asDiagonal()));
  const Floor floor(summary, 0.1);
  double low = 0.4, high = 0.6;
  EXPECT_EQ(floor.raise(Covariance::spherical, &low), 1U);
  EXPECT_DOUBLE_EQ(low, 0.5);
  EXPECT_EQ(floor.raise(Covariance::spherical, &high), 0U);
  EXPECT_EQ(high, 0.6);
  EXPECT_TRUE(floor.allows(Covariance::spherical, &low));
  EXPECT_FALSE(floor.allows(Covariance::spherical, &low, 1.1));
}

TEST(Floor, TiedIsTreatedAsFull) {
  Rng rng(48);
  const Floor floor(summary_with(random_covariance(rng)), 0.5);
  Matrix full = 0.1 * random_covariance(rng), tied = full;
  EXPECT_EQ(floor.raise(Covariance::full, full.data()), floor.raise(Covariance::tied, tied.data()));
  EXPECT_EQ(full, tied);
}

DataSummary rounded(DataSummary summary, const Values& steps) {
  summary.rounding_root = rounding_root(steps);
  return summary;
}

TEST(Floor, IsTheSumOfTheRelativeFloorAndOfWhatRoundingGives) {
  Rng rng(49);
  const DataSummary summary = summary_with(random_covariance(rng));
  const Floor floor(rounded(summary, {0.2, 0, 0.4}), 1e-3);
  Matrix least = 1e-3 * as_matrix(summary.covariance.data(), kDim);
  least(0, 0) += kRoundingShare * 0.04;
  least(2, 2) += kRoundingShare * 0.16;
  EXPECT_TRUE(floor.allows(Covariance::full, Matrix(1.000001 * least).data()));
  EXPECT_FALSE(floor.allows(Covariance::full, Matrix(0.999999 * least).data()));
  double ball = 1e-9, diagonal[] = {1e-9, 1e-9, 1e-9};
  floor.raise(Covariance::spherical, &ball);
  EXPECT_NEAR(ball, 1e-3 * summary.mean_variance + kRoundingShare * 0.16, 1e-12);
  floor.raise(Covariance::diagonal, diagonal);
  for (Eigen::Index j = 0; j < kDim; ++j) EXPECT_NEAR(diagonal[j], least(j, j), 1e-12);
}

TEST(Floor, OfContinuousColumnsHasTheBitsThatItHasWithoutSteps) {
  Rng rng(50);
  const DataSummary summary = summary_with(random_covariance(rng));
  const Matrix low = 1e-9 * random_covariance(rng);
  EXPECT_EQ(raised(Floor(rounded(summary, {0, 0, 0}), 1e-6), low), raised(Floor(summary, 1e-6), low));
}

TEST(Floor, RaisingToItIsTheMaximumOfEmsObjectiveWithSteps) {
  Rng rng(51);
  const Floor floor(rounded(summary_with(random_covariance(rng)), {0.3, 0.3, 0}), 1e-2);
  const Matrix A = 0.01 * random_covariance(rng), best = raised(floor, A);
  for (int trial = 0; trial < 200; ++trial) {
    const Matrix other = raised(floor, best + 0.05 * random_covariance(rng) * (trial % 2 == 0 ? 1 : -0.5));
    EXPECT_LE(objective(other, A), objective(best, A) + 1e-9);
  }
}

}  // namespace
}  // namespace mixseed
