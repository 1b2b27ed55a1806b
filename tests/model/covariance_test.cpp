#include "model/covariance.h"

#include <gtest/gtest.h>

namespace mixseed {
namespace {

using Values = std::vector<double>;

TEST(Covariance, PositiveMeansThatEveryPivotIs) {
  const Values good{2, 1, 1, 2}, singular{1, 1, 1, 1}, indefinite{1, 2, 2, 1}, variances{1, 0};
  for (const Covariance type : {Covariance::full, Covariance::tied}) {
    EXPECT_TRUE(positive(type, 2, good.data()));
    EXPECT_FALSE(positive(type, 2, singular.data()));
    EXPECT_FALSE(positive(type, 2, indefinite.data()));
  }
  EXPECT_TRUE(positive(Covariance::diagonal, 2, good.data()));
  EXPECT_FALSE(positive(Covariance::diagonal, 2, variances.data()));
  EXPECT_TRUE(positive(Covariance::spherical, 2, variances.data()));
  EXPECT_FALSE(positive(Covariance::spherical, 2, variances.data() + 1));
}

TEST(Covariance, AVarianceWithoutAnInverseIsNone) {
  const Values tiny{5e-324, 0, 0, 1};
  EXPECT_FALSE(positive(Covariance::full, 2, tiny.data()));
  EXPECT_FALSE(positive(Covariance::spherical, 2, tiny.data()));
  EXPECT_FALSE(positive(Covariance::diagonal, 2, tiny.data()));
}

TEST(Covariance, MeanVarianceIsTheTraceOverTheDimension) {
  const Values matrix{4, 1, 2, 1, 5, 3, 2, 3, 9}, diagonal{4, 5, 9};
  EXPECT_EQ(mean_variance(Covariance::full, 3, matrix.data()), 6);
  EXPECT_EQ(mean_variance(Covariance::tied, 3, matrix.data()), 6);
  EXPECT_EQ(mean_variance(Covariance::diagonal, 3, diagonal.data()), 6);
  EXPECT_EQ(mean_variance(Covariance::spherical, 3, diagonal.data()), 4);
}

TEST(Covariance, SphericalIsWrittenInTheLayoutOfTheType) {
  Values numbers(5, 7.0);
  write_spherical(Covariance::full, 2, 3, numbers.data());
  EXPECT_EQ(numbers, (Values{3, 0, 0, 3, 7}));
  numbers.assign(3, 7.0);
  write_spherical(Covariance::diagonal, 2, 3, numbers.data());
  EXPECT_EQ(numbers, (Values{3, 3, 7}));
  numbers.assign(2, 7.0);
  write_spherical(Covariance::spherical, 2, 3, numbers.data());
  EXPECT_EQ(numbers, (Values{3, 7}));
}

TEST(Covariance, WrittenAsAnotherTypeKeepsWhatThatTypeHolds) {
  const Mixture full{Covariance::full, 2, {0.5, 0.5}, {0, 0, 0, 0}, {1, 0, 0, 1, 4, 1, 1, 2}};
  EXPECT_EQ(covariance_as(full, Covariance::full, 1), (Values{4, 1, 1, 2}));
  EXPECT_EQ(covariance_as(full, Covariance::tied, 1), (Values{4, 1, 1, 2}));
  EXPECT_EQ(covariance_as(full, Covariance::diagonal, 1), (Values{4, 2}));
  EXPECT_EQ(covariance_as(full, Covariance::spherical, 1), (Values{3}));
  const Mixture spherical{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 0, 0}, {1, 5}};
  EXPECT_EQ(covariance_as(spherical, Covariance::full, 1), (Values{5, 0, 0, 5}));
  EXPECT_EQ(covariance_as(spherical, Covariance::diagonal, 1), (Values{5, 5}));
}

}  // namespace
}  // namespace mixseed
