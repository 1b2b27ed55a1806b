#include "pass/inspect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mixseed/error.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::Ready;
using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string refusal(const DataView& view) {
  Pool pool(2);
  try {
    LocalTeam team(view, pool);
    const Dataset X(team);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input);
    return error.what();
  }
  return "accepted";
}

std::string refusal(Values values, std::size_t rows, std::size_t columns, const Values& weights = {}) {
  const Data data = Data::from(std::move(values), rows, columns);
  return refusal(weights.empty() ? data.view : data.view.with_weights(weights.data()));
}

TEST(Inspect, NumbersThatAreNotFiniteAreNamedByRowAndColumn) {
  EXPECT_EQ(refusal({1, 2, 3, 4, 5, kNan}, 3, 2), "row 3, column 2: expected a finite number, got nan");
  EXPECT_EQ(refusal({1, 2, kInfinity, 4, 5, kNan}, 3, 2), "row 2, column 1: expected a finite number, got inf");
  EXPECT_EQ(refusal({-kInfinity}, 1, 1), "row 1, column 1: expected a finite number, got -inf");
  Values many(3 * 5000, 1.0);
  many[3 * 4321 + 1] = kNan;
  EXPECT_EQ(refusal(many, 5000, 3), "row 4322, column 2: expected a finite number, got nan");
}

TEST(Inspect, HugeNumbersAreNotTakenForInfinite) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(refusal({most, most, -most, most}, 4, 1), "accepted");
}

TEST(Inspect, ImpossibleWeightsAreNamedByRow) {
  EXPECT_EQ(refusal({1, 2, 3}, 3, 1, {1, -1, 1}),
            "weights: row 2: expected a finite number of at least 0, got -1.000000");
  EXPECT_EQ(refusal({1, 2, 3}, 3, 1, {1, 1, kNan}), "weights: row 3: expected a finite number of at least 0, got nan");
  EXPECT_EQ(refusal({1, 2, 3}, 3, 1, {kInfinity, 1, 1}),
            "weights: row 1: expected a finite number of at least 0, got inf");
  EXPECT_EQ(refusal({1, 2}, 2, 1, {0, 0}), "weights: expected at least one above 0, all are 0");
  EXPECT_EQ(refusal({1, 2}, 2, 1, {1e308, 1e308}), "weights: their sum is too large");
}

TEST(Inspect, NothingIsRefused) {
  EXPECT_EQ(refusal({}, 0, 3), "the data have no rows");
  EXPECT_EQ(refusal({}, 3, 0), "the data have no columns");
}

TEST(Inspect, TotalWeightIsTheNumberOfObservations) {
  EXPECT_EQ(Ready(blobs(10, 2, 2)).X.observations(), 10);
  EXPECT_EQ(Ready(blobs(4, 2, 2).weighted({0, 2.5, 1, 3})).X.observations(), 6.5);
}

TEST(Inspect, TellsTheRangeOfEveryColumnAndTheFirstRowThatCounts) {
  const Ready in(Data::from(Values{9, 1, 2, -3, 4, 5}, 3, 2).weighted({0, 1, 2}));
  const Inspection& rows = in.X.inspection();
  EXPECT_EQ(rows.low, (Values{2, -3}));
  EXPECT_EQ(rows.high, (Values{9, 5}));
  EXPECT_EQ(rows.first, (Values{2, -3}));
  EXPECT_EQ(rows.first_number, 1U);
  EXPECT_EQ(rows.counting, 2U);
}

TEST(DataSummary, AreTheMeanAndTheMaximumLikelihoodCovariance) {
  const Ready in(Data::from(Values{1, 10, 2, 30, 3, 20, 6, 20}, 4, 2));
  const DataSummary& summary = in.X.summary();
  EXPECT_EQ(summary.mean, (Values{3, 20}));
  EXPECT_EQ(summary.covariance, (Values{3.5, 2.5, 2.5, 50}));
  EXPECT_EQ(summary.scale, (Values{std::sqrt(3.5), std::sqrt(50)}));
  EXPECT_EQ(summary.mean_variance, 53.5 / 2);
}

void expect_same_bits(const DataSummary& left, const DataSummary& right) {
  EXPECT_EQ(left.mean, right.mean);
  EXPECT_EQ(left.covariance, right.covariance);
  EXPECT_EQ(left.scale, right.scale);
  EXPECT_EQ(left.mean_variance, right.mean_variance);
}

TEST(DataSummary, DoNotDependOnHowTheNumbersAreStored) {
  const std::size_t n = 3000, dim = 4;
  const Data source = blobs(n, dim, 3);
  std::vector<float> floats(n * dim);
  Values doubles(n * dim), fortran(n * dim);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      floats[i * dim + j] = static_cast<float>(source.view.at(i, j));
      doubles[i * dim + j] = fortran[j * n + i] = static_cast<double>(floats[i * dim + j]);
    }
  }
  const auto summary_of = [](const DataView& view) {
    Pool pool(2);
    LocalTeam team(view, pool);
    return Dataset(team).summary();
  };
  const DataSummary expected = summary_of(DataView(doubles.data(), n, dim));
  expect_same_bits(summary_of(DataView(floats.data(), n, dim)), expected);
  expect_same_bits(summary_of(DataView(fortran.data(), n, dim, 1, n)), expected);
}

TEST(DataSummary, HaveTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(5000, 3, 4);
  const DataSummary alone = Ready(data, 1).X.summary();
  for (const int threads : {2, 3, 5, 8}) expect_same_bits(Ready(data, threads).X.summary(), alone);
}

TEST(DataSummary, ConstantColumnsHaveNoVarianceAtAll) {
  const std::size_t n = 3001;
  Values values;
  Rng rng(1);
  for (std::size_t i = 0; i < n; ++i) values.insert(values.end(), {0.1, rng.normal(), 1e9 + 0.3});
  const DataSummary summary = Ready(Data::from(values, n, 3)).X.summary();
  for (const std::size_t j : {0U, 2U}) {
    EXPECT_EQ(summary.mean[j], values[j]);
    for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(summary.covariance[j * 3 + l], 0);
    EXPECT_EQ(summary.scale[j], summary.scale[1]);  // borrowed from the only column that varies
  }
  EXPECT_EQ(summary.mean_variance, summary.covariance[4] / 3);
}

TEST(DataSummary, AColumnIsConstantWhenTheRowsThatCountAgree) {
  const Data data = Data::from(Values{1000.3, 9, 0.1, 1, 0.1, 2, 0.1, 3}, 4, 2).weighted({0, 1, 1, 1});
  const DataSummary summary = Ready(data).X.summary();
  EXPECT_EQ(summary.mean[0], 0.1);
  EXPECT_EQ(summary.covariance[0], 0);
}

TEST(DataSummary, EqualRowsGiveAScaleFromTheSizeOfTheNumbers) {
  const DataSummary summary = Ready(Data::from(Values{3, -4, 3, -4}, 2, 2)).X.summary();
  EXPECT_EQ(summary.scale, (Values{4, 4}));
  EXPECT_EQ(summary.mean_variance, 16);
  const DataSummary zero = Ready(Data::from(Values{0, 0, 0, 0}, 2, 2)).X.summary();
  EXPECT_EQ(zero.scale, (Values{1, 1}));
  EXPECT_EQ(zero.mean_variance, 1);
}

TEST(DataSummary, AnOffsetOfABillionKeepsTheDigits) {
  const std::size_t n = 4000;
  Rng rng(2);
  Values plain, shifted;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    plain.push_back(std::round(rng.normal() * 1024) / 1024);  // so that adding the offset is exact
    shifted.push_back(plain.back() + 1e9);
  }
  const DataSummary small = Ready(Data::from(plain, n, 2)).X.summary();
  const DataSummary large = Ready(Data::from(shifted, n, 2)).X.summary();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(large.covariance[i], small.covariance[i], 1e-12);
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(large.mean[j] - 1e9, small.mean[j], 1.2e-7);
}

// 2^52 + 1/2 is not a double: the mean itself is rounded, the variance need not be.
TEST(DataSummary, AnOffsetAtTheEndOfThePrecisionKeepsTheVariance) {
  const double offset = 0x1p52;
  const DataSummary summary = Ready(Data::from(Values{offset, offset + 1, offset, offset + 1}, 4, 1)).X.summary();
  EXPECT_EQ(summary.covariance[0], 0.25);
}

TEST(DataSummary, WeightsCountAsRepetitions) {
  const std::size_t n = 700;
  const Data data = blobs(n, 3, 2);
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>((i * 5) % 4);
  const DataSummary weighted = Ready(data.weighted(weights)).X.summary();
  const DataSummary repeated = Ready(testing::repeated(data, weights)).X.summary();
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(weighted.mean[j], repeated.mean[j], 1e-13);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(weighted.covariance[i], repeated.covariance[i], 1e-12);
}

}  // namespace
}  // namespace mixseed
