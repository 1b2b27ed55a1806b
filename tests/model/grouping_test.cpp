#include "model/grouping.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace mixseed {
namespace {

using Labels = std::vector<std::uint32_t>;

constexpr std::size_t kWindow = 16384;

Labels random_labels(std::size_t n, std::size_t components, std::uint64_t seed) {
  Rng rng(seed);
  Labels labels(n);
  for (auto& label : labels) label = static_cast<std::uint32_t>(rng.below(components));
  return labels;
}

void pass(Grouping& grouping, const Labels& labels, std::size_t components, int threads) {
  Pool pool(threads);
  grouping.begin(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) grouping.set(i, labels[i]);
  grouping.finish(components, pool);
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
        Grouping grouping;
        EXPECT_FALSE(grouping.known());
        pass(grouping, labels, components, threads);
        EXPECT_TRUE(grouping.known());
        ASSERT_EQ(grouping.order(), expected_order(labels)) << n << " rows, " << components << " components";
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(grouping.label(i), labels[i]);
      }
    }
  }
}

TEST(Grouping, KeepsTheOldLabelsUntilThePassIsOver) {
  const Labels before = random_labels(500, 5, 1), after = random_labels(500, 5, 2);
  Grouping grouping;
  pass(grouping, before, 5, 1);
  grouping.begin(500);
  for (std::size_t i = 0; i < 500; ++i) grouping.set(i, after[i]);
  for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(grouping.label(i), before[i]);
  EXPECT_EQ(grouping.order(), expected_order(before));
  Pool pool(1);
  grouping.finish(5, pool);
  for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(grouping.label(i), after[i]);
  EXPECT_EQ(grouping.order(), expected_order(after));
}

}  // namespace
}  // namespace mixseed
