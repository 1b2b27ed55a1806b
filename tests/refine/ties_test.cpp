#include "refine/ties.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

TEST(Ties, AreTheValuesThatEnoughRowsHaveHeaviestFirst) {
  const Data data = Data::from(Row{1, 7, 2, 7, 2, 7, 1, 7, 2, 5, 3, 5}, 6, 2);
  const std::vector<Tie> ties = ties_of(data.view, 2, 9);
  ASSERT_EQ(ties.size(), 4U);
  EXPECT_EQ(ties[0].column, 0U);
  EXPECT_EQ(ties[0].value, 2);
  EXPECT_EQ(ties[0].rows, (std::vector<std::size_t>{1, 2, 4}));
  EXPECT_EQ(ties[1].value, 1);
  EXPECT_EQ(ties[2].column, 1U);
  EXPECT_EQ(ties[2].value, 7);
  EXPECT_EQ(ties[3].rows, (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(ties_of(data.view, 4, 9).size(), 1U);
  EXPECT_EQ(ties_of(data.view, 2, 1).size(), 2U) << "one of every column";
}

TEST(Ties, CountWeightsAndNotRows) {
  const Data data = Data::from(Row{1, 1, 2, 2, 3}, 5, 1).weighted({5, 5, 1, 1, 100});
  const std::vector<Tie> ties = ties_of(data.view, 3, 9);
  ASSERT_EQ(ties.size(), 1U) << "one row alone is no tie, whatever its weight";
  EXPECT_EQ(ties[0].value, 1);
}

TEST(Ties, AreNoneAmongNumbersThatDiffer) { EXPECT_TRUE(ties_of(blobs(500, 3, 4).view, 2, 9).empty()); }

}  // namespace
}  // namespace mixseed
