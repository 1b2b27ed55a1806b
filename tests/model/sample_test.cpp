#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "support/dense.h"
#include "support/message.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using Values = std::vector<double>;

const Mixture kFull{
    Covariance::full, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {1, 0.2, 0.2, 2, 2, -0.5, -0.5, 1, 9, 4, 4, 9}};
const Mixture kTied{Covariance::tied, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {2, -0.5, -0.5, 1}};
const Mixture kDiagonal{Covariance::diagonal, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {1, 2, 4, 1, 9, 0.1}};
const Mixture kSpherical{Covariance::spherical, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {1, 4, 0.01}};

// In the coordinates in which a component is standard normal, moments have known spreads.
void expect_standard_normal(const Mixture& theta, const Sample& drawn, std::size_t k) {
  const auto covariance = theta.covariance_of(k);
  const Matrix inverse_root = Matrix(as_matrix(covariance.data(), 2).llt().matrixL()).inverse();
  const Vector mean{{theta.mean(k)[0], theta.mean(k)[1]}};
  double n = 0;
  Vector first = Vector::Zero(2);
  Matrix second = Matrix::Zero(2, 2);
  for (std::size_t i = 0; i < drawn.labels.size(); ++i) {
    if (drawn.labels[i] != k) continue;
    const Vector z = inverse_root * (Vector{{drawn.points[2 * i], drawn.points[2 * i + 1]}} - mean);
    n += 1;
    first += z;
    second += z * z.transpose();
  }
  const double bound = 3.89 * std::sqrt(n);  // a chance of 1e-4, two-sided
  for (int j = 0; j < 2; ++j) {
    EXPECT_LT(std::abs(first[j]), bound);
    EXPECT_LT(std::abs(second(j, j) - n), bound * std::sqrt(2));
  }
  EXPECT_LT(std::abs(second(0, 1)), bound);
}

TEST(Sample, HasTheMomentsOfEveryComponentOfEveryType) {
  for (const Mixture* theta : {&kFull, &kTied, &kDiagonal, &kSpherical}) {
    SCOPED_TRACE(name_of(theta->covariance));
    const Sample drawn = sample(*theta, 30000, 91);
    EXPECT_EQ(drawn.dim, 2U);
    EXPECT_EQ(drawn.points.size(), 60000U);
    for (std::size_t k = 0; k < 3; ++k) expect_standard_normal(*theta, drawn, k);
  }
}

TEST(Sample, LabelsFollowTheWeights) {
  Mixture theta{Covariance::spherical, 1, {0, 0.25, 0.05, 0, 0.7}, {0, 1, 2, 3, 4}, {1, 1, 1, 1, 1}};
  const std::size_t n = 50000;
  Values counts(5, 0.0);
  for (const std::size_t label : sample(theta, n, 92).labels) ++counts.at(label);
  EXPECT_EQ(counts[0], 0);
  EXPECT_EQ(counts[3], 0);
  double sum = 0;
  for (const std::size_t k : {1U, 2U, 4U}) {
    const double expected = static_cast<double>(n) * theta.weights[k];
    sum += (counts[k] - expected) * (counts[k] - expected) / expected;
  }
  EXPECT_LT(sum, 18.42);  // 99.99 % quantile of chi-square, 2 degrees of freedom
}

TEST(Sample, IsAFunctionOfItsSeed) {
  EXPECT_EQ(sample(kFull, 100, 1).points, sample(kFull, 100, 1).points);
  EXPECT_NE(sample(kFull, 100, 1).points, sample(kFull, 100, 2).points);
}

TEST(Sampler, PiecesOfAnyLengthAreTheRowsOfSample) {
  const Mixture mixture{Covariance::diagonal, 3, {0.3, 0.7}, {0, 0, 0, 5, 5, 5}, {1, 2, 3, 1, 1, 1}};
  const Sample whole = sample(mixture, 1000, 7);
  Sampler sampler(mixture, 7);
  Sample joined{3, {}, {}};
  for (const std::size_t n : {1, 0, 2, 997}) {
    const Sample piece = sampler.next(n);
    joined.points.insert(joined.points.end(), piece.points.begin(), piece.points.end());
    joined.labels.insert(joined.labels.end(), piece.labels.begin(), piece.labels.end());
  }
  EXPECT_EQ(joined.points, whole.points);
  EXPECT_EQ(joined.labels, whole.labels);
}

TEST(Sample, OfNothingIsEmpty) {
  const Sample none = sample(kFull, 0, 1);
  EXPECT_EQ(none.dim, 2U);
  EXPECT_TRUE(none.points.empty());
  EXPECT_TRUE(none.labels.empty());
}

TEST(Sample, RefusesWhatIsNoMixture) {
  Mixture broken = kFull;
  broken.weights = {0.3, 0.5, 0.3};
  EXPECT_THROW(sample(broken, 10, 1), Error);
}

TEST(Sample, RefusesMoreRowsThanAnyMemoryHolds) {
  const Mixture mixture{Covariance::spherical, 2, {1.0}, {0, 0}, {1.0}};
  EXPECT_EQ(testing::message(ErrorCode::usage, [&] { sample(mixture, SIZE_MAX, 1); }),
            "sample: 18446744073709551615 rows are more than any memory holds");
}

}  // namespace
}  // namespace mixseed
