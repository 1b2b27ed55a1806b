#include "pass/mixture_from_centers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

constexpr Covariance kTypes[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};

// Three groups: four rows in general position, two rows on a line along the first axis, a single row.
const Values kRows{0, 0, 2, 1, 1, 3, 3, 2, 100, 50, 102, 50, 101, 90};
const Centers kCenters{2, {1, 1, 101, 51, 100, 88}};
const Values kMeans{1.5, 1.5, 101, 50, 101, 90};

Data groups(double unit = 1) {
  Values values = kRows;
  for (double& value : values) value *= unit;
  return Data::from(values, 7, 2);
}

Mixture mixture_from_groups(const Data& data, const Centers& centers, Covariance type, Rules rules, Repairs& repairs) {
  const Ready in(data);
  return mixture_from_centers(in.X, centers, {&family_of(type), rules, kDefaultFloor}, repairs);
}

TEST(MixtureFromCenters, TakesEveryGroupsWeightMeanAndCovariance) {
  for (const Rules rules : {Rules::standard, Rules::paper}) {
    Repairs repairs;
    const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::full, rules, repairs);
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(theta.means[j], kMeans[j], 1e-13);
    const double sizes[] = {4, 2, 1};
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(theta.weights[k], sizes[k] / 7, 1e-15);
    const double expected[] = {1.25, 0.5, 0.5, 1.25};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(theta.covariances[i], expected[i], 1e-14);
  }
}

TEST(MixtureFromCenters, ThePapersChainEndsWithTheIdentity) {
  Repairs repairs;
  const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::full, Rules::paper, repairs);
  EXPECT_EQ(repairs, (Repairs{.spherical = 1, .identity = 1}));
  EXPECT_EQ(theta.covariance_of(1), (Values{0.5, 0, 0, 0.5}));
  EXPECT_EQ(theta.covariance_of(2), (Values{1, 0, 0, 1}));
}

TEST(MixtureFromCenters, TheStandardChainEndsWithTheDistanceToTheNearestMean) {
  Repairs repairs;
  const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::full, Rules::standard, repairs);
  EXPECT_EQ(repairs, (Repairs{.spherical = 1, .identity = 1}));
  EXPECT_EQ(theta.covariance_of(1), (Values{0.5, 0, 0, 0.5}));
  EXPECT_EQ(theta.covariance_of(2), (Values{400, 0, 0, 400}));  // 40^2 / (2 D)
}

TEST(MixtureFromCenters, DiagonalFallsBackInTheSameOrder) {
  for (const auto& [rules, last] : {std::pair{Rules::paper, 1.0}, {Rules::standard, 400.0}}) {
    Repairs repairs;
    const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::diagonal, rules, repairs);
    EXPECT_EQ(repairs, (Repairs{.spherical = 1, .identity = 1}));
    EXPECT_EQ(theta.covariances, (Values{1.25, 1.25, 0.5, 0.5, last, last}));
  }
}

TEST(MixtureFromCenters, SphericalHasOnlyTheLastFallBack) {
  for (const auto& [rules, last] : {std::pair{Rules::paper, 1.0}, {Rules::standard, 400.0}}) {
    Repairs repairs;
    const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::spherical, rules, repairs);
    EXPECT_EQ(repairs, Repairs{.identity = 1});
    EXPECT_EQ(theta.covariances, (Values{1.25, 0.5, last}));
  }
}

TEST(MixtureFromCenters, TiedIsPooledOverTheGroups) {
  for (const Rules rules : {Rules::standard, Rules::paper}) {
    Repairs repairs;
    const Mixture theta = mixture_from_groups(groups(), kCenters, Covariance::tied, rules, repairs);
    EXPECT_EQ(repairs, Repairs{});
    const double expected[] = {7.0 / 7, 2.0 / 7, 2.0 / 7, 5.0 / 7};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(theta.covariances[i], expected[i], 1e-14);
  }
}

TEST(MixtureFromCenters, AnEmptyGroupKeepsItsCentreAndAShareOfTheWeight) {
  const Centers doubled{2, {1, 1, 101, 51, 1, 1, 100, 88}};
  for (const auto& [rules, last] : {std::pair{Rules::paper, 1.0}, {Rules::standard, 0.5 / 4}}) {
    Repairs repairs;
    const Mixture theta = mixture_from_groups(groups(), doubled, Covariance::full, rules, repairs);
    EXPECT_EQ(repairs, (Repairs{.emptied = 1, .spherical = 1, .identity = 2}));
    EXPECT_EQ(Values(theta.mean(2).begin(), theta.mean(2).end()), (Values{1, 1}));
    EXPECT_NEAR(theta.weights[2], 0.25 / 1.25, 1e-15);
    EXPECT_NEAR(theta.weights[0], (4.0 / 7) / 1.25, 1e-15);
    const Values sigma = theta.covariance_of(2);  // the nearest other mean is (1.5, 1.5)
    EXPECT_NEAR(sigma[0], last, 1e-13);
    EXPECT_EQ(sigma[1], 0);
  }
}

TEST(MixtureFromCenters, AnEmptyGroupAddsNothingToTheTiedCovariance) {
  const Centers doubled{2, {1, 1, 1, 1, 101, 51, 100, 88}};
  for (const Rules rules : {Rules::standard, Rules::paper}) {
    Repairs with, without;
    EXPECT_EQ(mixture_from_groups(groups(), doubled, Covariance::tied, rules, with).covariances,
              mixture_from_groups(groups(), kCenters, Covariance::tied, rules, without).covariances);
    EXPECT_EQ(with, Repairs{.emptied = 1});
  }
}

TEST(MixtureFromCenters, WeightsSumToOne) {
  const Data data = testing::blobs(999, 2, 4);
  const Centers centers{2, {0, 0, 6, 3, 12, 6, 18, 9, 18, 9, 1e6, 1e6, 3, 1}};
  for (const Covariance type : kTypes) {
    for (const Rules rules : {Rules::standard, Rules::paper}) {
      Repairs repairs;
      const Mixture theta = mixture_from_groups(data, centers, type, rules, repairs);
      EXPECT_NEAR(std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0), 1, 1e-15);
      EXPECT_EQ(repairs.emptied, 2U);
      EXPECT_NO_THROW(check(theta));
    }
  }
}

TEST(MixtureFromCenters, RowWeightsCountAsRepetitions) {
  const Values weights{2, 0, 1, 3, 1, 1, 2};
  for (const Covariance type : kTypes) {
    Repairs left_repairs, right_repairs;
    const Mixture left = mixture_from_groups(groups().weighted(weights), kCenters, type, Rules::standard, left_repairs);
    const Mixture right =
        mixture_from_groups(testing::repeated(groups(), weights), kCenters, type, Rules::standard, right_repairs);
    EXPECT_EQ(left_repairs, right_repairs);
    for (std::size_t i = 0; i < left.covariances.size(); ++i) {
      EXPECT_NEAR(left.covariances[i], right.covariances[i], 1e-12 * (1 + right.covariances[i]));
    }
  }
}

TEST(MixtureFromCenters, StandardRulesAreScaleFree) {
  for (const Covariance type : kTypes) {
    for (const double unit : {1e-8, 1e8}) {
      Centers scaled = kCenters;
      for (double& value : scaled.points) value *= unit;
      Repairs before, after;
      const Mixture small = mixture_from_groups(groups(), kCenters, type, Rules::standard, before);
      const Mixture large = mixture_from_groups(groups(unit), scaled, type, Rules::standard, after);
      EXPECT_EQ(before, after);
      for (std::size_t i = 0; i < small.covariances.size(); ++i) {
        const double expected = small.covariances[i] * unit * unit;
        EXPECT_NEAR(large.covariances[i], expected, 1e-11 * unit * unit * (1 + std::abs(small.covariances[i])));
      }
      EXPECT_EQ(small.weights, large.weights);
    }
  }
}

// A column that is the same for all rows says nothing against a group's covariance, but it has no positive pivot.
TEST(MixtureFromCenters, AConstantColumnIsNoReasonToFallBackUnlessThePaperSaysSo) {
  Values values;
  Rng rng(61);
  for (int i = 0; i < 100; ++i) values.insert(values.end(), {rng.normal() + (i % 2) * 20, 5.0});
  const Data data = Data::from(values, 100, 2);
  const Centers centers{2, {0, 5, 20, 5}};
  Repairs standard, paper;
  const Mixture kept = mixture_from_groups(data, centers, Covariance::full, Rules::standard, standard);
  const Mixture replaced = mixture_from_groups(data, centers, Covariance::full, Rules::paper, paper);
  EXPECT_EQ(standard, Repairs{.floored = 2});
  EXPECT_EQ(paper, Repairs{.spherical = 2});
  const double variance = kept.covariances[0];
  EXPECT_GT(kept.covariances[3], 0);
  EXPECT_LT(kept.covariances[3], 1e-9);
  EXPECT_NEAR(replaced.covariances[0], variance / 2, 1e-9);
  EXPECT_NEAR(replaced.covariances[3], variance / 2, 1e-9);
}

TEST(MixtureFromCenters, OneComponentIsTheDataTheirOwnMeanAndCovariance) {
  const Ready in(testing::blobs(500, 3, 2));
  for (const Rules rules : {Rules::standard, Rules::paper}) {
    Repairs repairs;
    const Mixture theta = one_component(in.X.summary(), rules, repairs);
    EXPECT_EQ(repairs, Repairs{});
    EXPECT_EQ(theta.covariance, Covariance::full);
    EXPECT_EQ(theta.weights, (Values{1}));
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(theta.means[j], in.X.summary().mean[j], 1e-14);
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(theta.covariances[i], in.X.summary().covariance[i], 1e-12);
  }
}

TEST(MixtureFromCenters, EqualRowsStillGiveAMixture) {
  const Data data = Data::from(Values{3, 4, 3, 4, 3, 4}, 3, 2);
  for (const Covariance type : kTypes) {
    for (const Rules rules : {Rules::standard, Rules::paper}) {
      Repairs repairs;
      EXPECT_NO_THROW(check(mixture_from_groups(data, {2, {3, 4, 3, 4}}, type, rules, repairs)));
      EXPECT_EQ(repairs.emptied, 1U);
    }
  }
}

TEST(LocalVariance, IsTheSmallestSquaredDistanceAboveZeroOverTwiceTheDimension) {
  const Ready in(groups());
  EXPECT_EQ(local_variance(in.X.summary(), {0, 0, 3, 4, 0, 0, 6, 8}, 0), 25.0 / 4);
  EXPECT_EQ(local_variance(in.X.summary(), {0, 0, 3, 4, 0, 0, 6, 7}, 3), 18.0 / 4);
  EXPECT_EQ(local_variance(in.X.summary(), {1, 1, 1, 1}, 1), in.X.summary().mean_variance);
  EXPECT_EQ(local_variance(in.X.summary(), {1, 1}, 0), in.X.summary().mean_variance);
}

}  // namespace
}  // namespace mixseed
