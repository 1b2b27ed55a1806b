#include "lab/rand_index.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "lab/run.h"

namespace mixseed::lab {
namespace {

using Labels = std::vector<int>;

TEST(RandIndex, IsOneForTheSameGroupsWhateverTheyAreCalled) {
  EXPECT_EQ(adjusted_rand_index(Labels{0, 0, 1, 1, -1}, Labels{7, 7, -1, -1, 3}), 1);
  EXPECT_EQ(adjusted_rand_index(Labels{2, 2, 2}, Labels{5, 5, 5}), 1);
  EXPECT_EQ(adjusted_rand_index(Labels{0, 1, 2}, Labels{2, 0, 1}), 1);
}

// By hand: of 6 pairs 2 are together on the left, 1 on the right, 1 on both; by chance it would be 2 / 6.
TEST(RandIndex, IsWhatPairsSayBeyondChance) {
  EXPECT_DOUBLE_EQ(adjusted_rand_index(Labels{0, 0, 1, 1}, Labels{0, 0, 1, 2}), (1 - 2.0 / 6) / (1.5 - 2.0 / 6));
  EXPECT_DOUBLE_EQ(adjusted_rand_index(Labels{0, 0, 1, 1}, Labels{0, 1, 0, 1}), -0.5);
}

TEST(RandIndex, IsTheSameFromEitherSide) {
  const Labels a{0, 1, 1, 2, 2, 2, 0, 1}, b{1, 1, 0, 0, 2, 2, 1, 2};
  EXPECT_DOUBLE_EQ(adjusted_rand_index(a, b), adjusted_rand_index(b, a));
}

// Clusters that are far apart, and uniform rows between them.
TEST(RandIndex, OfARunIsThatOfItsRowsAndHigherWithTheNoiseComponent) {
  const GeneratorOptions options{.rows = 400, .dim = 2, .components = 3, .separation = 6, .noise = 0.1, .seed = 4};
  const LoadedData loaded = load(DataSet{3, options, {}});
  const auto index = [&](const char* method) { return execute(loaded, 3, method, 1, [] { return true; }).rand_index; };
  const double without = index("auto"), with = index("auto/em:noise=0.05");
  EXPECT_GT(with, 0.95);
  EXPECT_LT(without, with);
  EXPECT_TRUE(std::isnan(execute(load_view(loaded.data.view), 3, "auto", 1, [] { return true; }).rand_index));
}

}  // namespace
}  // namespace mixseed::lab
