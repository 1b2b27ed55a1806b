#include "mixseed/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "mixseed/error.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

const Mixture kTheta{Covariance::diagonal, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {1, 2, 4, 1, 9, 9}};

double term(const Mixture& theta, std::size_t k, double x, double y) {
  const double vx = theta.covariances[2 * k], vy = theta.covariances[2 * k + 1];
  const double dx = x - theta.mean(k)[0], dy = y - theta.mean(k)[1];
  const double normaliser = 2 * std::numbers::pi * std::sqrt(vx * vy);
  return theta.weights[k] * std::exp(-0.5 * (dx * dx / vx + dy * dy / vy)) / normaliser;
}

TEST(Evaluate, APredictionSaysWhatTheOtherQuestionsSay) {
  const Data data = testing::blobs(700, 2, 3);
  const Prediction said = predict(kTheta, data.view, 2);
  const Values r = responsibilities(kTheta, data.view);
  EXPECT_EQ(said.components, assign(kTheta, data.view));
  EXPECT_EQ(said.log_densities, score_rows(kTheta, data.view));
  for (std::size_t i = 0; i < 700; ++i) {
    const std::size_t k = said.components[i];
    EXPECT_EQ(said.certainties[i], r[3 * i + k]);
    const double dx = data.view.at(i, 0) - kTheta.mean(k)[0], dy = data.view.at(i, 1) - kTheta.mean(k)[1];
    const double squared = dx * dx / kTheta.covariances[2 * k] + dy * dy / kTheta.covariances[2 * k + 1];
    EXPECT_NEAR(said.squared_distances[i], squared, 1e-10 * (1 + squared));
  }
}

TEST(Evaluate, ScoresAndResponsibilitiesAreThoseOfTheFormula) {
  const Data data = testing::blobs(700, 2, 3);
  const Values scores = score_rows(kTheta, data.view, 2), r = responsibilities(kTheta, data.view, 2);
  ASSERT_EQ(scores.size(), 700U);
  ASSERT_EQ(r.size(), 2100U);
  for (std::size_t i = 0; i < 700; ++i) {
    double density = 0;
    for (std::size_t k = 0; k < 3; ++k) density += term(kTheta, k, data.view.at(i, 0), data.view.at(i, 1));
    ASSERT_NEAR(scores[i], std::log(density), 1e-11);
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_NEAR(r[3 * i + k], term(kTheta, k, data.view.at(i, 0), data.view.at(i, 1)) / density, 1e-13);
    }
  }
}

TEST(Evaluate, ResponsibilitiesSumToOneEvenFarAway) {
  const Data data = Data::from(Values{0, 0, 1e3, -1e3, 1e100, 1e100, 1e200, -1e200}, 4, 2);
  const Values r = responsibilities(kTheta, data.view, 1);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(r[3 * i] + r[3 * i + 1] + r[3 * i + 2], 1, 1e-15);
}

TEST(Evaluate, AssignIsTheLargestResponsibility) {
  const Data data = testing::blobs(1500, 2, 3, 3);
  const Values r = responsibilities(kTheta, data.view, 1);
  const auto labels = assign(kTheta, data.view, 1);
  std::size_t of_each[3] = {};
  for (std::size_t i = 0; i < 1500; ++i) {
    for (std::size_t k = 0; k < 3; ++k) ASSERT_LE(r[3 * i + k], r[3 * i + labels[i]]);
    ++of_each[labels[i]];
  }
  for (const std::size_t count : of_each) EXPECT_GT(count, 0U);
}

TEST(Evaluate, TiesAreAssignedToTheLowestIndex) {
  const Mixture theta{Covariance::spherical, 1, {0.2, 0.4, 0.4}, {0, -1, 1}, {1e4, 1, 1}};
  const double zero = 0;
  EXPECT_EQ(assign(theta, DataView(&zero, 1, 1)), (std::vector<std::size_t>{1}));
}

TEST(Evaluate, ScoreIsTheMeanPerObservation) {
  const Data data = Data::from(Values{0, 0, 6, 3, 100, 100}, 3, 2);
  const Values rows = score_rows(kTheta, data.view);
  EXPECT_NEAR(score(kTheta, data.view), (rows[0] + rows[1] + rows[2]) / 3, 1e-10);
  EXPECT_NEAR(score(kTheta, data.weighted({3, 1, 0}).view), (3 * rows[0] + rows[1]) / 4, 1e-13);
}

TEST(Evaluate, RowsOfWeightZeroAreStillScored) {
  const Data data = Data::from(Values{0, 0, 6, 3}, 2, 2);
  EXPECT_EQ(score_rows(kTheta, data.weighted({1, 0}).view), score_rows(kTheta, data.view));
  EXPECT_EQ(assign(kTheta, data.weighted({1, 0}).view), assign(kTheta, data.view));
}

TEST(Evaluate, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = testing::blobs(5000, 2, 3);
  for (const int threads : {0, 2, 3, 8}) {
    EXPECT_EQ(score_rows(kTheta, data.view, threads), score_rows(kTheta, data.view, 1));
    EXPECT_EQ(responsibilities(kTheta, data.view, threads), responsibilities(kTheta, data.view, 1));
    EXPECT_EQ(assign(kTheta, data.view, threads), assign(kTheta, data.view, 1));
    EXPECT_EQ(score(kTheta, data.view, threads), score(kTheta, data.view, 1));
  }
}

template <typename Verb>
std::string refusal(const Verb& verb) {
  try {
    verb();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input);
    return error.what();
  }
  return "accepted";
}

void expect_refusal(const Mixture& theta, const DataView& data, const std::string& message) {
  EXPECT_EQ(refusal([&] { score_rows(theta, data); }), message);
  EXPECT_EQ(refusal([&] { score(theta, data); }), message);
  EXPECT_EQ(refusal([&] { responsibilities(theta, data); }), message);
  EXPECT_EQ(refusal([&] { assign(theta, data); }), message);
  EXPECT_EQ(refusal([&] { criteria(theta, data); }), message);
}

TEST(Evaluate, RefusesWhatDoesNotFit) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Values values{1, 2, 3, 4, 5, 6}, broken{1, 2, 3, nan};
  expect_refusal(kTheta, DataView(values.data(), 2, 3), "the mixture has 2 columns, the data have 3");
  expect_refusal(kTheta, DataView(broken.data(), 2, 2), "row 2, column 2: expected a finite number, got nan");
  expect_refusal(Mixture{}, DataView(values.data(), 3, 2), "not a valid mixture: it has no component");
}

}  // namespace
}  // namespace mixseed
