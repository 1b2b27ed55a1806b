#include "rows/view_rows.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::Ready;
using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(ViewRows, BlocksHoldEveryRowOnceWithItsWeight) {
  const std::size_t n = 2500;
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 7);
  const Ready in(blobs(n, 3, 2).weighted(weights), 3);
  std::vector<std::atomic<int>> seen(n);
  in.part.for_each_block([&](const Block& block) {
    ASSERT_LE(block.rows, kernel::kBlock);
    for (std::size_t i = 0; i < block.rows; ++i) {
      ++seen[block.first + i];
      EXPECT_EQ(block.number(i), block.first + i);
      EXPECT_EQ(block.weights[i], weights[block.first + i]);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(block.row[i][j], in.row(block.first + i)[j]);
    }
  });
  for (const auto& times : seen) EXPECT_EQ(times, 1);
}

// What a pass without a result adds up to.
struct Nothing {
  void merge(Nothing&&) {}
};

// Visits the blocks in an order and checks that they hold its rows, with their weights.
void expect_in_order(const ViewRows& X, const Order& order) {
  Pool pool(3);
  Part part(X, pool);
  std::vector<std::atomic<int>> seen(X.size());
  const auto check = [&](Nothing&, const Block& block) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      const std::size_t row = order[block.first + i];
      ++seen[row];
      ASSERT_EQ(block.number(i), row);
      ASSERT_EQ(Values(block.row[i], block.row[i] + X.dim()), X.row(row));
      ASSERT_EQ(block.weights ? block.weights[i] : 1.0, X.weight(row));
    }
  };
  part.reduce_blocks([] { return Nothing{}; }, check, order);
  for (const auto& times : seen) ASSERT_EQ(times, 1);
}

TEST(ViewRows, BlocksFollowTheOrderHoweverTheNumbersAreStored) {
  const std::size_t n = 2500, dim = 3;
  const Data data = blobs(n, dim, 2);
  Values weights(n), fortran(n * dim), apart(n * (dim + 2), kNan);
  std::vector<float> floats(n * dim);
  Order order(n);
  Rng rng(8);
  for (std::size_t i = 0; i < n; ++i) {
    weights[i] = static_cast<double>(i % 7);
    order[i] = static_cast<std::uint32_t>(i);
    std::swap(order[i], order[rng.below(i + 1)]);
    for (std::size_t j = 0; j < dim; ++j) {
      fortran[j * n + i] = apart[i * (dim + 2) + j] = data.view.at(i, j);
      floats[i * dim + j] = static_cast<float>(data.view.at(i, j));
    }
  }
  for (const DataView& view : {data.view, DataView(floats.data(), n, dim), DataView(fortran.data(), n, dim, 1, n),
                               DataView(apart.data(), n, dim, dim + 2, 1)}) {
    for (const DataView& weighted : {view, view.with_weights(weights.data())}) {
      expect_in_order(ViewRows(weighted), order);
      expect_in_order(ViewRows(weighted, Values{2, 0.5, 4}), order);
    }
  }
}

TEST(ViewRows, InOtherUnitsHaveEveryColumnMultiplied) {
  const Data data = Data::from(Values{1, 2, 3, 4}, 2, 2);
  EXPECT_EQ(ViewRows(data.view, Values{10, 0.5}).row(1), (Values{30, 2}));
}

TEST(ViewRows, WithMixedColumnsAreTheSameBlockByBlockAndRowByRow) {
  const Data data = Data::from(Values{1, 2, 3, 4, 5, 7}, 3, 2);
  AffineMap units;
  units.axes = {1, 2, 0, -1};
  units.from = {1, 1};
  units.to = {0, 10};
  const ViewRows rows(data.view, units);
  EXPECT_EQ(rows.row(1), (Values{2 + 2 * 3, 10 - 3}));
  BlockBuffer buffer;
  const Block block = rows.load(0, {2, 1, 0}, buffer);
  EXPECT_EQ(Values(block.row.base, block.row.base + 6), (Values{16, 4, 8, 7, 2, 9}));
}

}  // namespace
}  // namespace mixseed
