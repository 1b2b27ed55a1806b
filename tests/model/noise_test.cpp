#include "model/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mixseed/evaluate.h"
#include "mixseed/precision.h"
#include "model/order.h"
#include "model/scaling.h"
#include "support/message.h"
#include "support/mixtures.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Rows along a diagonal: the box along the columns is half empty, and more.
DataSummary along_a_diagonal() { return summary_of({1, 1}, {2, 1.9, 1.9, 2}); }

Mixture two_and_noise() {
  Mixture theta{Covariance::diagonal, 2, {0.5, 0.3}, {0, 0, 5, 5}, {1, 2, 3, 4}};
  theta.noise = Noise{0.2, std::log(200.0), {-5, -5}, {10, 20}};
  return theta;
}

TEST(Noise, TakesTheSmallerOfTheTwoBoxes) {
  const DataSummary summary = along_a_diagonal();
  const Values directions = directions_of_boxes(summary);
  ASSERT_EQ(directions.size(), 8U);
  const Noise turned = smaller_box(summary, directions, {-4, -4, -0.5, -5}, {4, 4, 0.5, 5});
  EXPECT_NEAR(turned.log_volume, std::log(10.0), 1e-12);
  EXPECT_NEAR(log_volume_of(turned.edges, 2), turned.log_volume, 1e-12);
  const Noise upright = smaller_box(summary, directions, {-1, -2, -3, -3}, {2, 1, 3, 3});
  EXPECT_EQ(upright.corner, (Values{0, -1}));
  EXPECT_EQ(upright.edges, (Values{3, 3}));
  EXPECT_NEAR(upright.log_volume, std::log(9.0), 1e-12);
}

TEST(Noise, KnowsNoPrincipalAxesWhereRowsLieOnAPlane) {
  EXPECT_EQ(directions_of_boxes(summary_of({0, 0}, {1, 1, 1, 1})).size(), 4U);
  EXPECT_EQ(directions_of_boxes(summary_of({0, 0}, {1e12, 0, 0, 1e-12})).size(), 8U) << "units do not matter";
  const DataSummary constant = summary_of({0, 3}, {1, 0, 0, 0});
  const Noise box = smaller_box(constant, directions_of_boxes(constant), {-2, 0}, {2, 0});
  EXPECT_TRUE(std::isfinite(box.log_volume)) << "a constant column has a stand-in for its width";
}

TEST(Noise, TakesItsWeightFromAllComponentsAlikeAndGivesItBack) {
  const Mixture theta = testing::random_mixture(Covariance::full, 2, 3, 4);
  const Noise box{0, 0, {0, 0}, {1, 1}};
  const Mixture with = with_noise(theta, box, 0.25);
  EXPECT_NO_THROW(check(with));
  EXPECT_NEAR(with.weights[1], 0.75 * theta.weights[1], 1e-15);
  EXPECT_EQ(with_noise(with, box, 0.9).noise->weight, 0.25) << "what it has stays";
  const Mixture without = without_noise(with);
  EXPECT_FALSE(without.noise);
  EXPECT_NEAR(without.weights[2], theta.weights[2], 1e-15);
}

TEST(Noise, AddsTwoParameters) {
  Mixture theta = two_and_noise();
  EXPECT_EQ(free_parameters(theta), free_parameters(without_noise(theta)) + 2);
}

TEST(Noise, IsOneOverTheVolumeWhereverARowLies) {
  const Mixture theta = two_and_noise();
  const Values far{1e6, -1e6, 1, 2};
  const Values scores = score_rows(theta, DataView(std::span<const double>(far), 2), 1);
  EXPECT_NEAR(scores[0], std::log(0.2 / 200), 1e-12);
  double inside = 0.2 / 200;
  for (std::size_t k = 0; k < 2; ++k) {
    double exponent = 0, norm = 2 * std::numbers::pi;
    for (std::size_t j = 0; j < 2; ++j) {
      const double variance = theta.covariances[k * 2 + j], y = far[2 + j] - theta.mean(k)[j];
      exponent -= y * y / variance / 2;
      norm *= std::sqrt(variance);
    }
    inside += theta.weights[k] * std::exp(exponent) / norm;
  }
  EXPECT_NEAR(scores[1], std::log(inside), 1e-12);
}

TEST(Noise, HasTheLastColumnOfTheResponsibilitiesAndItsOwnLabel) {
  const Mixture theta = two_and_noise();
  const Values rows{100, 100, 0, 0, 5, 5};
  const DataView view(std::span<const double>(rows), 2);
  const Values shares = responsibilities(theta, view, 1);
  ASSERT_EQ(shares.size(), 9U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(shares[i * 3] + shares[i * 3 + 1] + shares[i * 3 + 2], 1, 1e-14);
  EXPECT_NEAR(shares[2], 1, 1e-12);
  EXPECT_EQ(assign(theta, view, 1), (std::vector<std::size_t>{kNoise, 0, 1}));
  const Prediction said = predict(theta, view, 1);
  EXPECT_EQ(said.components, (std::vector<std::size_t>{kNoise, 0, 1}));
  EXPECT_EQ(said.certainties, (Values{shares[2], shares[3], shares[7]}));
  EXPECT_NEAR(said.squared_distances[0], 95 * 95 / 3.0 + 95 * 95 / 4.0, 1e-8) << "of the nearer component";
}

TEST(Noise, ComesAlongIntoOtherUnitsLayoutsAndOrders) {
  Mixture theta = two_and_noise();
  theta.noise->edges = {10, 2, 0, 20};
  const Mixture scaled = in_units(theta, std::vector<double>{2, 0.5});
  EXPECT_NO_THROW(check(scaled));
  EXPECT_NEAR(scaled.noise->log_volume, theta.noise->log_volume, 1e-12);
  EXPECT_EQ(scaled.noise->edges, (Values{20, 1, 0, 10}));
  EXPECT_EQ(with_covariance(theta, Covariance::full).noise, theta.noise);
  const std::vector<std::size_t> turned{1, 0};
  EXPECT_EQ(in_order(theta, turned).noise, theta.noise);
}

TEST(Noise, IsDrawnEvenlyFromItsBox) {
  Mixture theta = two_and_noise();
  theta.noise->edges = {10, 0, 5, 20};
  theta.noise->log_volume = std::log(200.0);
  const std::size_t n = 40000;
  const Sample drawn = sample(theta, n, 3);
  double count = 0, u = 0, v = 0, uv = 0, uu = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (drawn.labels[i] != kNoise) continue;
    const double b = (drawn.points[2 * i + 1] + 5) / 20, a = (drawn.points[2 * i] + 5 - 5 * b) / 10;
    ASSERT_TRUE(a >= 0 && a < 1 && b >= 0 && b < 1);
    count += 1;
    u += a;
    v += b;
    uv += (a - 0.5) * (b - 0.5);
    uu += (a - 0.5) * (a - 0.5);
  }
  const double deviation = 1 / std::sqrt(12 * count);
  EXPECT_NEAR(count / n, 0.2, 4 * std::sqrt(0.16 / n));
  EXPECT_NEAR(u / count, 0.5, 4 * deviation);
  EXPECT_NEAR(v / count, 0.5, 4 * deviation);
  EXPECT_NEAR(uv / count, 0, 4 / 12.0 / std::sqrt(count));
  EXPECT_NEAR(uu / count, 1 / 12.0, 4 * std::sqrt(1 / 180.0 / count));
}

TEST(Noise, IsCheckedLikeTheRest) {
  const auto complaint = [](const auto& spoil) {
    Mixture theta = two_and_noise();
    spoil(theta);
    return testing::message(ErrorCode::input, [&] { check(theta); });
  };
  EXPECT_NE(complaint([](Mixture& m) { m.noise->weight = 0.4; }).find("expected a sum of 1"), std::string::npos);
  EXPECT_NE(complaint([](Mixture& m) { m.noise->weight = -0.1; }).find("noise.weight"), std::string::npos);
  EXPECT_NE(complaint([](Mixture& m) { m.noise->log_volume = 3; }).find("noise.log_volume"), std::string::npos);
  for (const double volume : {-1e300, 1e308}) {
    const std::string said = complaint([&](Mixture& m) { m.noise->log_volume = volume; });
    EXPECT_NE(said.find("noise.log_volume: expected that of the box"), std::string::npos) << said;
    EXPECT_LT(said.size(), 150u) << said;
  }
  EXPECT_NE(complaint([](Mixture& m) { m.noise->edges = {1, 2, 3}; }).find("noise.edges"), std::string::npos);
  EXPECT_NE(complaint([](Mixture& m) { m.noise->corner = {}; }).find("noise.corner"), std::string::npos);
  const std::string alone = complaint([](Mixture& m) {
    m.noise->weight = 1 - 1e-7;
    std::fill(m.weights.begin(), m.weights.end(), 0.0);
  });
  EXPECT_NE(alone.find("expected a component with a weight above 0"), std::string::npos);
}

TEST(Noise, IsNoPartOfTheMeanCovarianceOfTheComponents) {
  Mixture theta = two_and_noise();
  const Mixture full = with_covariance(theta, Covariance::full);
  const Mixture tied = with_covariance(theta, Covariance::tied);
  theta = without_noise(std::move(theta));
  const std::vector<double> expected = with_covariance(theta, Covariance::tied).covariances;
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(tied.covariances[i], expected[i], 1e-15) << i;
  EXPECT_EQ(full.noise->weight, tied.noise->weight);
}

TEST(Noise, HasNoMarginal) {
  const std::vector<std::size_t> first{0};
  EXPECT_NE(testing::message(ErrorCode::usage, [&] { marginal(two_and_noise(), first); }).find("without noise"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
