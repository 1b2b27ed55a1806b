#include "model/maximise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/precision.h"
#include "model/layout.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

constexpr Covariance kTypes[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};

Mixture start(std::size_t components, std::size_t dim) {
  Mixture theta{Covariance::spherical, dim, {}, {}, Values(components, 4.0)};
  for (std::size_t k = 0; k < components; ++k) {
    theta.weights.push_back(1 / static_cast<double>(components));
    for (std::size_t j = 0; j < dim; ++j) theta.means.push_back(4 * static_cast<double>(k));
  }
  return theta;
}

Mixture maximised(const Dataset& X, Covariance type, const Mixture& before, const Floor* floor, Repairs& repairs) {
  const Moments moments = testing::expected(X, before, family_of(type).second, Rules::standard);
  return maximise(moments, family_of(type), before, floor, repairs);
}

TEST(Maximise, OneComponentIsTheMaximumLikelihoodGaussian) {
  const Ready in(testing::blobs(2000, 3, 2));
  const DataSummary& summary = in.X.summary();
  Repairs repairs;
  for (const Covariance type : kTypes) {
    const Mixture theta = maximised(in.X, type, start(1, 3), nullptr, repairs);
    EXPECT_EQ(theta.weights, (Values{1}));
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(theta.means[j], summary.mean[j], 1e-12);
    const Values covariance = theta.covariance_of(0);
    for (std::size_t i = 0; i < 9; ++i) {
      double expected = summary.covariance[i];
      if (type == Covariance::diagonal && i % 4 != 0) expected = 0;
      if (type == Covariance::spherical) expected = i % 4 == 0 ? summary.mean_variance : 0;
      EXPECT_NEAR(covariance[i], expected, 1e-10) << name_of(type);
    }
  }
  EXPECT_EQ(repairs, Repairs{});
}

TEST(Maximise, TypesAreTheFullCovarianceSeenThroughTheirConstraints) {
  const Ready in(testing::blobs(1000, 2, 3));
  Repairs repairs;
  const Mixture before = start(3, 2);
  const Mixture full = maximised(in.X, Covariance::full, before, nullptr, repairs);
  const Mixture tied = maximised(in.X, Covariance::tied, before, nullptr, repairs);
  const Mixture diagonal = maximised(in.X, Covariance::diagonal, before, nullptr, repairs);
  const Mixture spherical = maximised(in.X, Covariance::spherical, before, nullptr, repairs);
  Values pooled(4, 0.0);
  for (std::size_t k = 0; k < 3; ++k) {
    const Values sigma = full.covariance_of(k);
    for (std::size_t i = 0; i < 4; ++i) pooled[i] += full.weights[k] * sigma[i];
    EXPECT_NEAR(diagonal.covariances[2 * k], sigma[0], 1e-10);
    EXPECT_NEAR(diagonal.covariances[2 * k + 1], sigma[3], 1e-10);
    EXPECT_NEAR(spherical.covariances[k], (sigma[0] + sigma[3]) / 2, 1e-10);
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(tied.covariances[i], pooled[i], 1e-10);
  EXPECT_EQ(tied.weights, full.weights);
  EXPECT_EQ(tied.means, full.means);
}

// One round of EM never lets the likelihood fall: with the expectation it is a maximisation indeed.
TEST(Maximise, NeverLowersTheLikelihood) {
  const Ready in(testing::blobs(1000, 2, 3));
  for (const Covariance type : kTypes) {
    Mixture theta = start(3, 2);
    Repairs repairs;
    double before = -1e300;
    for (int round = 0; round < 30; ++round) {
      theta = maximised(in.X, type, theta, nullptr, repairs);
      const double now = score(theta, in.data.view, 1);
      EXPECT_GE(now, before - 1e-12);
      before = now;
    }
  }
}

TEST(Maximise, AComponentWithoutMassKeepsItsPlaceAndCountsOnce) {
  const Ready in(testing::blobs(100, 2, 1));
  for (const Covariance type : kTypes) {
    Mixture theta{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1e9, 7}, {1, 0, 0, 1, 3, 1, 1, 2}};
    Repairs repairs;
    for (int round = 0; round < 3; ++round) theta = maximised(in.X, type, theta, nullptr, repairs);
    EXPECT_EQ(theta.weights, (Values{1, 0}));
    EXPECT_EQ(Values(theta.mean(1).begin(), theta.mean(1).end()), (Values{1e9, 7}));
    EXPECT_EQ(repairs, Repairs{.emptied = 1}) << name_of(type);
    const Values kept = theta.covariance_of(1);
    if (type == Covariance::full) {
      EXPECT_EQ(kept, (Values{3, 1, 1, 2}));
    }
    if (type == Covariance::diagonal) {
      EXPECT_EQ(kept, (Values{3, 0, 0, 2}));
    }
    if (type == Covariance::spherical) {
      EXPECT_EQ(kept, (Values{2.5, 0, 0, 2.5}));
    }
  }
}

TEST(Maximise, AComponentWithoutMassStaysInTheFamily) {
  const Ready in(testing::blobs(100, 2, 2));
  const Mixture before{
      Covariance::full, 2, {0.4, 0.4, 0.2}, {0, 0, 5, 2, 1e9, 7}, {1, 0, 0, 1, 1, 0, 0, 1, 3, 1, 1, 2}};
  for (const Family& family : families()) {
    if (!family.constrained()) continue;
    Repairs repairs;
    const Moments moments = testing::expected(in.X, before, family.second, Rules::standard);
    const Mixture theta = maximise(moments, family, before, nullptr, repairs);
    ASSERT_EQ(theta.weights[2], 0) << family.name;
    const std::size_t heaviest = theta.weights[0] >= theta.weights[1] ? 0 : 1;
    EXPECT_EQ(theta.covariance_of(2), theta.covariance_of(heaviest)) << family.name;
  }
}

template <Covariance type>
Values not_finite(const Moments& moments, const Mixture&, const Floor*) {
  return Values(covariance_length(type, moments.size(), moments.dim()), std::nan(""));
}

// The replacement has the family's layout, not D x D numbers for families with variances.
TEST(Maximise, EstimatesThatAreNotFiniteAreReplacedByOneCovarianceForAll) {
  const Ready in(testing::blobs(200, 2, 2));
  const Floor floor(in.X.summary(), 1e-6);
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 5, 2}, {1, 0, 0, 1, 1, 0, 0, 1}};
  for (const Family& own : families()) {
    if (!own.constrained()) continue;
    Family family = own;
    const Layout::Shape shape = layout_of(own.covariance).shape;
    family.estimate = shape == Layout::Shape::matrix     ? not_finite<Covariance::full>
                      : shape == Layout::Shape::diagonal ? not_finite<Covariance::diagonal>
                                                         : not_finite<Covariance::spherical>;
    Repairs repairs;
    const Mixture start = with_covariance(before, Covariance::tied);
    const Moments moments = testing::expected(in.X, start, family.second, Rules::standard);
    const Mixture theta = maximise(moments, family, start, &floor, repairs);
    EXPECT_EQ(repairs.refused, 1U) << family.name;
    ASSERT_NO_THROW(check(theta)) << family.name;
    EXPECT_EQ(theta.covariance_of(0), theta.covariance_of(1)) << family.name;
    const Mixture pooled = maximised(in.X, Covariance::tied, start, &floor, repairs);
    const Values expected = stored_as(layout_of(own.covariance), 2, pooled.covariances);
    for (std::size_t at = 0; at < expected.size(); ++at) EXPECT_NEAR(theta.covariances[at], expected[at], 1e-9);
  }
}

TEST(Maximise, TiedLeavesComponentsWithoutMassOut) {
  const Ready in(testing::blobs(200, 2, 1));
  const Mixture alone{Covariance::full, 2, {1}, {0, 0}, {1, 0, 0, 1}};
  const Mixture with_empty{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1e9, 7}, {1, 0, 0, 1, 3, 1, 1, 2}};
  Repairs repairs;
  EXPECT_EQ(maximised(in.X, Covariance::tied, with_empty, nullptr, repairs).covariances,
            maximised(in.X, Covariance::tied, alone, nullptr, repairs).covariances);
}

TEST(Maximise, FloorIsAppliedAndCounted) {
  // A far pair of equal rows: its covariance is zero in every direction.
  Values values{50, 50, 50, 50};
  Rng rng(51);
  for (int i = 0; i < 196; ++i) values.push_back(rng.normal());
  const Ready in(Data::from(values, 100, 2));
  const Mixture before{Covariance::spherical, 2, {0.9, 0.1}, {0, 0, 50, 50}, {1, 1}};
  const Floor floor(in.X.summary(), 1e-6);
  for (const auto& [type, raised] : {std::pair{Covariance::full, 2U},
                                     {Covariance::diagonal, 2U},
                                     {Covariance::spherical, 1U},
                                     {Covariance::tied, 0U}}) {
    Repairs repairs;
    const Mixture theta = maximised(in.X, type, before, &floor, repairs);
    EXPECT_EQ(repairs, Repairs{.floored = raised}) << name_of(type);
    const Values sigma = theta.covariance_of(1);
    if (type == Covariance::full) {
      for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(sigma[i], 1e-6 * in.X.summary().covariance[i], 1e-12);
    }
    if (type == Covariance::spherical) {
      EXPECT_DOUBLE_EQ(sigma[0], 1e-6 * in.X.summary().mean_variance);
    }
    EXPECT_NO_THROW(check(theta));
  }
}

}  // namespace
}  // namespace mixseed
