#include "model/grouping.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Labels = std::vector<std::uint32_t>;

constexpr std::size_t kWindow = 16384;

Labels random_labels(std::size_t n, std::size_t components, std::uint64_t seed) {
  Rng rng(seed);
  Labels labels(n);
  for (auto& label : labels) label = static_cast<std::uint32_t>(rng.below(components));
  return labels;
}

// Labels by row.
void pass(Grouping& grouping, const Points& X, const Labels& labels, std::size_t components) {
  grouping.begin(labels.size());
  for (std::size_t place = 0; place < labels.size(); ++place) {
    grouping.set(place, 1, &labels[grouping.known() ? grouping.order()[place] : place]);
  }
  grouping.finish(X, components);
}

Data numbered(std::size_t n) {
  std::vector<double> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<double>(i);
  return Data::from(numbers, n, 1);
}

void expect_labels(const Grouping& grouping, const Labels& labels) {
  for (std::size_t place = 0; place < labels.size(); ++place) {
    ASSERT_EQ(grouping.labels()[place], labels[grouping.order()[place]]);
    const std::size_t block = place / kernel::kBlock;
    if (!grouping.rows(block)) continue;
    ASSERT_EQ(grouping.rows(block)[place % kernel::kBlock], grouping.order()[place]);
  }
}

// Rows of a window by label, and equal ones as they come.
Order expected_order(const Labels& labels) {
  Order order(labels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::pair(i / kWindow, labels[i]) < std::pair(j / kWindow, labels[j]);
  });
  return order;
}

TEST(Grouping, OrdersTheRowsOfAWindowByLabelAndEqualOnesAsTheyCome) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{100}, kWindow - 1, kWindow, kWindow + 1, 3 * kWindow + 77}) {
    for (const std::size_t components : {1U, 3U, 1000U}) {
      for (const int threads : {1, 3}) {
        const Labels labels = random_labels(n, components, n);
        const Ready in(numbered(n), threads);
        Grouping grouping;
        EXPECT_FALSE(grouping.known());
        pass(grouping, in.X, labels, components);
        EXPECT_TRUE(grouping.known());
        ASSERT_EQ(grouping.order(), expected_order(labels)) << n << " rows, " << components << " components";
        expect_labels(grouping, labels);
      }
    }
  }
}

TEST(Grouping, SortsAWindowAgainOnlyWhenManyLabelsHaveChanged) {
  const std::size_t n = 2 * kWindow;
  const Ready in(numbered(n));
  Labels labels = random_labels(n, 5, 1);
  Grouping grouping;
  pass(grouping, in.X, labels, 5);
  const Order before = grouping.order();
  const auto change = [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) labels[i] = (labels[i] + 1) % 5;
    pass(grouping, in.X, labels, 5);
    expect_labels(grouping, labels);
  };
  change(10, 100);
  EXPECT_EQ(grouping.order(), before);
  change(kWindow + 10, 200);  // in the other window
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + kWindow, grouping.order().begin()));
  EXPECT_FALSE(grouping.order() == before);
  change(500, 100);  // now they are many in the first one, too
  EXPECT_FALSE(std::equal(before.begin(), before.begin() + kWindow, grouping.order().begin()));
}

TEST(Grouping, KeepsTheRowsOfAWindowASecondTimeOnceItIsCalm) {
  const std::size_t n = kWindow + 5000;
  const Ready in(numbered(n));
  const auto copied = [](const Grouping& grouping) {
    return std::pair(grouping.rows(3) != nullptr, grouping.rows(18) != nullptr);
  };
  Labels labels = random_labels(n, 5, 1);
  Grouping grouping;
  pass(grouping, in.X, labels, 5);
  EXPECT_EQ(copied(grouping), std::pair(false, false));
  pass(grouping, in.X, labels, 5);
  EXPECT_EQ(copied(grouping), std::pair(true, true));
  expect_labels(grouping, labels);
  for (std::size_t i = 0; i < 5000; ++i) labels[i] = (labels[i] + 1) % 5;
  for (std::size_t i = kWindow; i < kWindow + 100; ++i) labels[i] = (labels[i] + 1) % 5;
  pass(grouping, in.X, labels, 5);
  EXPECT_EQ(copied(grouping), std::pair(false, true));  // and the second was sorted again
  expect_labels(grouping, labels);
}

TEST(Grouping, IsSettledWhenAPassHasChangedNoLabel) {
  const Ready in(numbered(3000));
  Labels labels = random_labels(3000, 5, 1);
  Grouping grouping;
  pass(grouping, in.X, Labels(3000, 0), 5);
  EXPECT_FALSE(grouping.settled());  // there was none before
  pass(grouping, in.X, labels, 5);
  EXPECT_FALSE(grouping.settled());
  pass(grouping, in.X, labels, 5);
  EXPECT_TRUE(grouping.settled());
  labels[77] = (labels[77] + 1) % 5;
  pass(grouping, in.X, labels, 5);
  EXPECT_FALSE(grouping.settled());
  pass(grouping, in.X, labels, 5);
  EXPECT_TRUE(grouping.settled());
}

}  // namespace
}  // namespace mixseed
