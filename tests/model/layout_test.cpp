#include "model/layout.h"

#include <gtest/gtest.h>

#include "mixseed/precision.h"
#include "support/mixtures.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// A storage of its own: the lower triangle of a matrix, line by line.
template <typename Visit>
void for_each_of_triangle(std::size_t dim, const Visit& visit) {
  for (std::size_t i = 0, at = 0; i < dim; ++i) {
    for (std::size_t j = 0; j <= i; ++j, ++at) visit(at, i, j);
  }
}

const Storage kTriangles{.extents = [](std::size_t dim) { return std::vector<std::size_t>{dim * (dim + 1) / 2}; },
                         .expand =
                             [](std::size_t dim, const double* stored, double* plain) {
                               for_each_of_triangle(dim, [&](std::size_t at, std::size_t i, std::size_t j) {
                                 plain[i * dim + j] = plain[j * dim + i] = stored[at];
                               });
                             },
                         .compress =
                             [](std::size_t dim, const double* plain, double* stored) {
                               for_each_of_triangle(dim, [&](std::size_t at, std::size_t i, std::size_t j) {
                                 stored[at] = plain[i * dim + j];
                               });
                             },
                         .scale =
                             [](std::size_t dim, std::span<const double> factors, double* stored) {
                               for_each_of_triangle(dim, [&](std::size_t at, std::size_t i, std::size_t j) {
                                 stored[at] = stored[at] * factors[i] * factors[j];
                               });
                             }};
const Layout kStoredAsTriangles{Layout::Shape::matrix, false, &kTriangles};

TEST(Layout, AStorageOfItsOwnSaysHowManyNumbersThereAre) {
  EXPECT_EQ(kStoredAsTriangles.numbers(3), 6U);
  EXPECT_EQ(kStoredAsTriangles.extents(4, 3), (std::vector<std::size_t>{4, 6}));
  EXPECT_EQ(kStoredAsTriangles.plain().extents(4, 3), (std::vector<std::size_t>{4, 3, 3}));
}

TEST(Layout, PlainNumbersAreThoseStoredOrAnExpandedCopy) {
  const Values triangle{2, 1, 3}, matrix{2, 1, 1, 3};
  const PlainCovariances copied(kStoredAsTriangles, 2, triangle);
  EXPECT_EQ(Values(copied.values().begin(), copied.values().end()), matrix);
  const PlainCovariances referred(layout_of(Covariance::full), 2, matrix);
  EXPECT_EQ(referred.values().data(), matrix.data());
}

TEST(Layout, WhatIsChangedInPlainNumbersIsStored) {
  Values triangle{2, 1, 3};
  change_plain(kStoredAsTriangles, 2, triangle.data(), [](double* plain) { plain[1] = plain[2] = -1; });
  EXPECT_EQ(triangle, (Values{2, -1, 3}));
}

TEST(Layout, WhatIsNotChangedIsNotStoredAgain) {
  Storage refusing = kTriangles;
  refusing.compress = [](std::size_t, const double*, double*) { ADD_FAILURE() << "stored again"; };
  Values triangle{2, 1, 3};
  change_plain({Layout::Shape::matrix, false, &refusing}, 2, triangle.data(), [](double*) {});
  EXPECT_EQ(triangle, (Values{2, 1, 3}));
}

TEST(Layout, AStorageOfItsOwnIsScaledAndFilled) {
  Values triangle = stored_as(kStoredAsTriangles, 2, {2, 1, 1, 3});
  EXPECT_EQ(triangle, (Values{2, 1, 3}));
  scale_covariance(kStoredAsTriangles, 2, Values{2, 10}, triangle.data());
  EXPECT_EQ(triangle, (Values{8, 20, 300}));
  multiply_covariance(kStoredAsTriangles, 2, 4, triangle.data());
  EXPECT_EQ(triangle, (Values{32, 80, 1200}));
}

class EveryLayout : public ::testing::TestWithParam<Covariance> {
 protected:
  const Layout layout = layout_of(GetParam());
  const Mixture mixture = with_covariance(testing::random_mixture(Covariance::full, 3, 2, 4), GetParam());
};

TEST_P(EveryLayout, HasValidMixturesOfTheLengthItStates) {
  EXPECT_NO_THROW(check(mixture));
  std::size_t length = 1;
  for (const std::size_t extent : layout.extents(2, 3)) length *= extent;
  EXPECT_EQ(length, mixture.covariances.size());
  EXPECT_EQ(length, covariance_length(GetParam(), 2, 3));
  EXPECT_EQ(layout.parts(2) * layout.numbers(3), length);
}

// The nearest covariance of a storage of its own may be the limit of an iteration.
TEST_P(EveryLayout, StoresPositiveDefiniteMatricesAndExactlyIfItsNumbersArePlain) {
  Mixture again = mixture;
  for (std::size_t k = 0; k < 2; ++k) {
    const Values stored = stored_as(layout, 3, mixture.covariance_of(k));
    std::copy(stored.begin(), stored.end(), stored_covariance(again, k));
  }
  EXPECT_NO_THROW(check(again));
  for (std::size_t at = 0; !layout.storage && at < mixture.covariances.size(); ++at) {
    EXPECT_DOUBLE_EQ(again.covariances[at], mixture.covariances[at]);
  }
}

TEST_P(EveryLayout, MultipliesAndScalesTheMatrix) {
  const Values dense = mixture.covariance_of(1);
  Mixture larger = mixture;
  multiply_covariance(layout, 3, 4, stored_covariance(larger, 1));
  Values factors{2, 3, 5};
  if (layout.shape == Layout::Shape::spherical) factors = {3, 3, 3};
  Mixture scaled = mixture;
  scale_covariance(layout, 3, factors, stored_covariance(scaled, 1));
  for (std::size_t at = 0; at < 9; ++at) {
    EXPECT_NEAR(larger.covariance_of(1)[at], 4 * dense[at], 1e-12);
    EXPECT_NEAR(scaled.covariance_of(1)[at], dense[at] * factors[at / 3] * factors[at % 3], 1e-12);
  }
}

TEST_P(EveryLayout, HasAPlainLayoutWithTheSameMatrices) {
  const Mixture plain = with_plain_covariances(mixture);
  EXPECT_EQ(layout_of(plain.covariance).storage, nullptr);
  EXPECT_EQ(layout_of(plain.covariance).shape, layout.shape);
  for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(plain.covariance_of(k), mixture.covariance_of(k));
}

INSTANTIATE_TEST_SUITE_P(All, EveryLayout, ::testing::ValuesIn(kCovariances),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(Layout, TheWidestOfAShapeHasOneCovarianceForEachComponent) {
  EXPECT_EQ(widest(Layout::Shape::matrix), Covariance::full);
  EXPECT_EQ(widest(Layout::Shape::diagonal), Covariance::diagonal);
  EXPECT_EQ(widest(Layout::Shape::spherical), Covariance::spherical);
}

TEST(Layout, PositiveMeansThatEveryPivotIs) {
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

TEST(Layout, AVarianceWithoutAnInverseIsNone) {
  const Values tiny{5e-324, 0, 0, 1};
  EXPECT_FALSE(positive(Covariance::full, 2, tiny.data()));
  EXPECT_FALSE(positive(Covariance::spherical, 2, tiny.data()));
  EXPECT_FALSE(positive(Covariance::diagonal, 2, tiny.data()));
}

TEST(Layout, SphericalIsWrittenInTheLayoutOfTheType) {
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

TEST(Layout, WrittenAsAnotherTypeKeepsWhatThatTypeHolds) {
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
