#include "model/factors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mixseed {
namespace {

using Values = std::vector<double>;

TEST(Factors, ThingsLieSideBySideAndTheLastIsRepeated) {
  Values values;
  for (int k = 0; k < 9; ++k) values.insert(values.end(), {1.0 * k, 10.0 * k});
  const Numbers tiles = side_by_side(values, 2);
  ASSERT_EQ(tiles.size(), 32U);
  EXPECT_EQ(Values(tiles.begin(), tiles.begin() + 8), (Values{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(Values(tiles.begin() + 8, tiles.begin() + 16), (Values{0, 10, 20, 30, 40, 50, 60, 70}));
  EXPECT_EQ(Values(tiles.begin() + 16, tiles.begin() + 24), Values(8, 8.0));
  EXPECT_TRUE(side_by_side({}, 2).empty());
}

// More than one tile of them: (k + 1)^2 [[4, 2], [2, 10]], and one that has no factor.
TEST(Factors, AreThoseOfEveryMatrix) {
  Values matrices;
  for (int k = 0; k < 10; ++k) {
    const double scale = (k + 1) * (k + 1);
    for (const double number : {4.0, 2.0, 2.0, 10.0}) matrices.push_back(scale * number);
  }
  matrices[4 * 9 + 3] = 1;
  const Factors factors(matrices, 2);
  const Values inverses = factors.inverses(10);
  ASSERT_EQ(inverses.size(), 30U);
  EXPECT_FALSE(factors.exists(9));
  for (std::size_t k = 0; k < 9; ++k) {
    const double scale = static_cast<double>(k + 1);
    EXPECT_TRUE(factors.exists(k));
    EXPECT_NEAR(factors.log_determinant(k), std::log(36.0) + 4 * std::log(scale), 1e-13);
    EXPECT_NEAR(inverses[3 * k], 0.5 / scale, 1e-15);
    EXPECT_NEAR(inverses[3 * k + 1], -1 / (6 * scale), 1e-15);
    EXPECT_NEAR(inverses[3 * k + 2], 1 / (3 * scale), 1e-15);
  }
}

TEST(Factors, OfMatricesWithInfiniteNumbersDoNotExist) {
  for (const double number : {HUGE_VAL, -HUGE_VAL, std::nan("")}) EXPECT_FALSE(Factors(Values{number}, 1).exists(0));
}

}  // namespace
}  // namespace mixseed
