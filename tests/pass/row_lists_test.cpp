#include "pass/row_lists.h"

#include <gtest/gtest.h>

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kDim = 2;

// A block of rows (i, 2i), up to a whole one.
struct Rows {
  explicit Rows(std::size_t count) : values(count * kDim), weights(count) {
    for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<double>(at / kDim * (1 + at % kDim));
    for (std::size_t i = 0; i < count; ++i) weights[i] = static_cast<double>(i % 3);
  }
  Block block(bool weighted) const {
    return {0, nullptr, weights.size(), {values.data(), kDim, nullptr}, weighted ? weights.data() : nullptr};
  }
  Values values, weights;
};

Moments empty(std::size_t components) {
  return {components, kDim, Moments::Second::diagonal, std::make_shared<const Values>(components * kDim, 0.0)};
}

TEST(RowLists, ARowCountsForItsComponentByItsShareTimesItsWeight) {
  const Rows rows(6);
  for (const bool weighted : {false, true}) {
    RowLists lists(3, kDim);
    Moments moments = empty(3);
    lists.add(0, 5, 0.5);
    lists.add(2, 4, 0.25);
    lists.add(2, 2, 1.0);
    lists.flush(rows.block(weighted), moments);
    const double four = 0.25, two = weighted ? 2 : 1, five = weighted ? 1 : 0.5;
    EXPECT_EQ(moments.mass(0), five);
    EXPECT_EQ(moments.mean(0), (Values{5, 10}));
    EXPECT_EQ(moments.mass(1), 0);
    EXPECT_EQ(moments.mass(2), four + two);
    EXPECT_DOUBLE_EQ(moments.mean(2)[1], (8 * four + 4 * two) / (four + two));
  }
}

TEST(RowLists, OfATileOnlyRowsThatExistAndCountAreTaken) {
  const Rows rows(8 + 3);
  RowLists lists(2, kDim);
  Moments moments = empty(2);
  const Values first{0, 0, 0.5, 0, 0, 0, 0, 1}, second(8, 0.25);
  lists.add(1, 0, 8, first.data());
  lists.add(1, 8, 3, second.data());
  EXPECT_EQ(lists.flush(rows.block(false), moments), 5U);
  EXPECT_EQ(lists.flush(rows.block(false), moments), 0U);
  EXPECT_EQ(moments.mass(0), 0);
  EXPECT_EQ(moments.mass(1), 1.5 + 0.75);
  EXPECT_DOUBLE_EQ(moments.mean(1)[0], (0.5 * 2 + 7 + 0.25 * (8 + 9 + 10)) / 2.25);
}

TEST(RowLists, AreForgottenOnceTheyHaveBeenAdded) {
  const Rows rows(4);
  RowLists lists(1, kDim);
  Moments moments = empty(1), more = empty(1);
  lists.add(0, 1, 1.0);
  lists.flush(rows.block(false), moments);
  lists.flush(rows.block(false), moments);
  EXPECT_EQ(moments.mass(0), 1);
  lists.add(0, 3, 1.0);
  lists.flush(rows.block(false), more);
  EXPECT_EQ(more.mass(0), 1);
  EXPECT_EQ(more.mean(0), (Values{3, 6}));
}

TEST(RowLists, AWholeBlockMayCountForEveryComponent) {
  const Rows rows(kernel::kBlock);
  RowLists lists(3, kDim);
  Moments moments = empty(3);
  const Values all(8, 1.0);
  for (std::size_t first = 0; first < kernel::kBlock; first += 8) {
    for (std::size_t k = 0; k < 3; ++k) lists.add(k, first, 8, all.data());
  }
  lists.flush(rows.block(false), moments);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(moments.mass(k), static_cast<double>(kernel::kBlock));
    EXPECT_EQ(moments.mean(k)[0], static_cast<double>(kernel::kBlock - 1) / 2);
  }
}

// What is written behind the rows of one component is not taken for rows of the next.
TEST(RowLists, SingleRowsAndTilesMayFillABlockTogether) {
  const Rows rows(kernel::kBlock);
  RowLists lists(2, kDim);
  Moments moments = empty(2);
  const Values all_but_the_last{1, 1, 1, 1, 1, 1, 1, 0};
  for (std::size_t first = 0; first < kernel::kBlock; first += 8) {
    for (std::size_t k = 0; k < 2; ++k) lists.add(k, first + 7, 1.0);
    for (const std::size_t k : {1U, 0U}) lists.add(k, first, 8, all_but_the_last.data());
  }
  lists.flush(rows.block(false), moments);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(moments.mass(k), static_cast<double>(kernel::kBlock));
    EXPECT_EQ(moments.mean(k)[0], static_cast<double>(kernel::kBlock - 1) / 2);
  }
}

}  // namespace
}  // namespace mixseed
