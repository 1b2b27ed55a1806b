#include "pass/extents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pass/verbs.h"
#include "support/mixtures.h"
#include "team/local.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

TEST(MeasureExtents, FindsTheExtentsOfTheRowsThatCount) {
  const Values rows{0, 0, 1, 2, -3, 1, 100, 100}, weights{1, 2, 0.5, 0};
  Pool pool(1);
  LocalTeam team(DataView(std::span<const double>(rows), 2).with_weights(weights), pool);
  const Extents found = Dataset(team).ask(MeasureExtents{{1, 1}, {1, 0, 0.5, -2}});
  EXPECT_EQ(found.low, (Values{-4, -2}));
  EXPECT_EQ(found.high, (Values{0, 1.5}));
}

// The box has every row in it, and one of the two kinds has no smaller one.
TEST(BoxAround, HoldsEveryRow) {
  const Mixture theta = testing::random_mixture(Covariance::full, 3, 4, 5, 9);
  const Data data = testing::around_means(theta, 3000);
  Pool pool(2);
  LocalTeam team(data.view, pool);
  const Noise box = box_around(Dataset(team));
  double upright = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    double low = data.view.at(0, j), high = low;
    for (std::size_t i = 0; i < 3000; ++i) {
      low = std::min(low, data.view.at(i, j));
      high = std::max(high, data.view.at(i, j));
    }
    upright += std::log(high - low);
  }
  EXPECT_LE(box.log_volume, upright + 1e-12);
  ASSERT_EQ(box.edges.size(), 9U) << "here the principal axes give the smaller one";
  for (std::size_t i = 0; i < 3000; ++i) {
    for (std::size_t e = 0; e < 3; ++e) {
      double along = 0, length = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        along += box.edges[e * 3 + j] * (data.view.at(i, j) - box.corner[j]);
        length += box.edges[e * 3 + j] * box.edges[e * 3 + j];
      }
      ASSERT_GE(along / length, -1e-9);
      ASSERT_LE(along / length, 1 + 1e-9);
    }
  }
}

}  // namespace
}  // namespace mixseed
