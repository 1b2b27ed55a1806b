#include "pass/separation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/separated.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

TEST(Separation, NoComponentIsNearerThanItsDistanceLessTheSpread) {
  for_all_mixtures([](const Mixture& theta) {
    const Prepared in(theta);
    const Data data = around_means(theta, 3 * kTile, 3);
    for (std::size_t row = 0; row < 3 * kTile; ++row) {
      const Values x = in.tile(data, row / kTile * kTile);
      Values root;  // sqrt(m_k)
      for (std::size_t k = 0; k < theta.size(); ++k) {
        const Exact m = exact_distance(in.components, k, x.data(), row % kTile).value;
        root.push_back(static_cast<double>(std::sqrt(m)));
      }
      for (std::size_t a = 0; a < theta.size(); ++a) {
        for (std::size_t k = 0; k < theta.size(); ++k) {
          const std::size_t at = a * in.bounds.stride + k;
          ASSERT_GE(root[k], in.bounds.distance[at] - in.bounds.spread[at] * root[a]) << "from " << a << " to " << k;
        }
      }
    }
  });
}

double height_of(const Prepared& in, std::size_t a, std::size_t k, const Values& x, std::size_t i) {
  double height = -in.bounds.heights[a * in.bounds.stride + k];
  for (std::size_t j = 0; j < in.theta.dim; ++j) {
    height += in.bounds.planes[(a * in.theta.size() + k) * in.theta.dim + j] * x[j * kTile + i];
  }
  return height;
}

TEST(Separation, NoComponentIsNearerThanItsPlane) {
  std::size_t planes = 0;
  for_all_mixtures([&](const Mixture& theta) {
    const Prepared in(theta);
    if (!in.bounds.planes) return;
    ++planes;
    const Data data = around_means(theta, kTile, 3);
    const Values x = in.tile(data, 0);
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t a = 0; a < theta.size(); ++a) {
        for (std::size_t k = 0; k < theta.size(); ++k) {
          const ExactDistance m = exact_distance(in.components, k, x.data(), i);
          const auto root = static_cast<double>(std::sqrt(m.value)), size = static_cast<double>(std::sqrt(m.size));
          ASSERT_GE(root, height_of(in, a, k, x, i) - 1e-13 * size) << "from " << a << " to " << k;
        }
      }
    }
  });
  EXPECT_GT(planes, 0U);
}

// The bounds are of use because they are sharp where the rows are.
TEST(Separation, SeenFromTheMeanOfAComponentBothBoundsAreTheDistanceItself) {
  for_all_mixtures([](const Mixture& theta) {
    const Prepared in(theta);
    const Data means = Data::from(theta.means, theta.size(), theta.dim);
    for (std::size_t a = 0; a < theta.size(); ++a) {
      const Values x = in.tile(means, a);
      for (std::size_t k = 0; k < theta.size(); ++k) {
        const auto root = static_cast<double>(std::sqrt(exact_distance(in.components, k, x.data(), 0).value));
        ASSERT_NEAR(in.bounds.distance[a * in.bounds.stride + k], root, 1e-9 * (1 + root));
        if (in.bounds.planes) {
          ASSERT_NEAR(height_of(in, a, k, x, 0), root, 1e-9 * (1 + root));
        }
      }
    }
  });
}

TEST(Separation, BetweenCentresTheBoundIsTheTriangleInequality) {
  const Density density(Centers{2, {0, 0, 3, 4, 0, 0}});
  Pool pool(1);
  const Separation separation(density, {0, 0, 0}, pool);
  const kernel::Bounds bounds = separation.bounds();
  EXPECT_NEAR(bounds.distance[1], 5, 1e-9);
  EXPECT_NEAR(bounds.spread[1], 1, 1e-9);
  EXPECT_LE(bounds.distance[1], 5);
  EXPECT_GE(bounds.spread[1], 1);
  EXPECT_EQ(bounds.distance[2], 0);  // a copy rules nothing out
  EXPECT_EQ(bounds.spread[2], 0);
}

TEST(Separation, TheSpreadIsTheDeviationAlongTheLineInTheOthersUnits) {
  for (const Covariance type : {Covariance::full, Covariance::diagonal}) {
    const Values covariances = type == Covariance::full ? Values{4, 0, 0, 1, 9, 0, 0, 0.25} : Values{4, 1, 9, 0.25};
    const Prepared in({type, 2, {0.5, 0.5}, {0, 0, 0, 6}, covariances});
    EXPECT_NEAR(in.bounds.distance[1], 6 / 0.5, 1e-8);
    EXPECT_NEAR(in.bounds.spread[1], 1 / 0.5, 1e-8);
    EXPECT_NEAR(in.bounds.distance[in.bounds.stride], 6, 1e-8);
    EXPECT_NEAR(in.bounds.spread[in.bounds.stride], 0.5, 1e-8);
  }
}

TEST(Separation, PlanesAreKeptWhereTheyAreWorthTheirMemory) {
  EXPECT_TRUE(Prepared(random_mixture(Covariance::full, 5, 30, 4)).bounds.planes);
  EXPECT_TRUE(Prepared(random_mixture(Covariance::full, 43, 3, 4)).bounds.planes);
  EXPECT_TRUE(Prepared(random_mixture(Covariance::tied, 5, 30, 4)).bounds.planes);
  EXPECT_FALSE(Prepared(random_mixture(Covariance::full, 4, 40, 4)).bounds.planes);
  EXPECT_FALSE(Prepared(random_mixture(Covariance::full, 10, 12, 4)).bounds.planes);
  EXPECT_FALSE(Prepared(random_mixture(Covariance::diagonal, 5, 30, 4)).bounds.planes);
  EXPECT_FALSE(Prepared(random_mixture(Covariance::tied, 5, 500, 4)).bounds.planes);
}

TEST(Separation, ReachIsTheOffsetLessTheCutAndNothingReachesWithoutWeight) {
  Mixture theta = random_mixture(Covariance::full, 2, 3, 4);
  take_weight(theta, 1);
  const Prepared in(theta, true);
  for (const std::size_t k : {0U, 2U}) EXPECT_EQ(in.bounds.reach[k], in.components.offsets[k] - in.cuts[k]);
  EXPECT_EQ(in.bounds.reach[1], -kInfinity);
  EXPECT_EQ(in.bounds.stride, kTile);
  for (std::size_t k = 3; k < kTile; ++k) EXPECT_EQ(in.bounds.reach[k], -kInfinity);
}

}  // namespace
}  // namespace mixseed::testing
