#include "pass/grouping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Labels = std::vector<std::uint32_t>;

// Rows whose nearest of the centres 0, 1, 2, ... is a random one.
Data scattered(std::size_t n, std::size_t components, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> x(n);
  for (double& value : x) value = static_cast<double>(rng.below(components)) + 0.2 * (rng.uniform() - 0.5);
  return Data::from(x, n, 1);
}

ModelPtr whole_numbers(std::size_t components, double shift = 0) {
  Centers centers{1, {}};
  for (std::size_t k = 0; k < components; ++k) centers.points.push_back(static_cast<double>(k) + shift);
  return std::make_shared<const State>(centers);
}

Labels labels_of(const Data& data) {
  Labels labels;
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    labels.push_back(static_cast<std::uint32_t>(data.view.at(i, 0) + 0.5));
  }
  return labels;
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
        const Ready in(scattered(n, components, n), threads);
        Grouping grouping;
        grouping.arrange(in.part, whole_numbers(components));
        ASSERT_EQ(grouping.order(), expected_order(labels_of(in.data))) << n << " rows, " << components;
        grouping.arrange(in.part, nullptr);
        EXPECT_TRUE(grouping.order().empty());
      }
    }
  }
}

// If a question sorts by the model of the previous question, the order is made from the labels stored then.
TEST(Grouping, DoesNotDependOnWhatWasAskedBefore) {
  const std::size_t n = kWindow + 3000;
  const Ready in(scattered(n, 7, 1), 2);
  const ModelPtr first = whole_numbers(7), second = whole_numbers(7, 0.45), third = whole_numbers(7, -0.3);
  Grouping cold;
  cold.arrange(in.part, second);
  answer(Classify{first, nullptr, Moments::Second::none}, in.part);
  answer(Classify{second, first, Moments::Second::none}, in.part);
  answer(Classify{third, second, Moments::Second::none}, in.part);
  EXPECT_EQ(in.part.grouping.order(), cold.order());
}

TEST(Grouping, KeepsTheRowsASecondTimeOnceTheyAreCalm) {
  const std::size_t n = kWindow + 5000;
  const Ready in(scattered(n, 5, 1));
  const ModelPtr model = whole_numbers(5), far = whole_numbers(5, 0.45);
  const auto ask = [&](const ModelPtr& about, const ModelPtr& sorted_by) {
    answer(Classify{about, sorted_by, Moments::Second::none}, in.part);
    return in.part.grouping.rows(3) != nullptr;
  };
  EXPECT_FALSE(ask(model, nullptr));
  EXPECT_FALSE(ask(far, model));  // many have moved
  EXPECT_TRUE(ask(model, model));
  for (std::size_t place = 0; place < n; ++place) {
    const double* rows = in.part.grouping.rows(place / kernel::kBlock);
    ASSERT_EQ(rows[place % kernel::kBlock], in.row(in.part.grouping.order()[place])[0]);
  }
}

TEST(Sorting, FollowsTheModelWhenMoreThanOneRowInSoManyHasMoved) {
  const auto model = whole_numbers(2), next = whole_numbers(2, 0.1);
  Sorting sorting;
  EStepResult e_step;
  e_step.moved = 1000;
  sorting.update(model, e_step, 1000);
  EXPECT_EQ(sorting.model(), model);
  e_step.moved = 7;
  sorting.update(next, e_step, 1000);
  EXPECT_EQ(sorting.model(), model);
  e_step.moved = 8;
  sorting.update(next, e_step, 1000);
  EXPECT_EQ(sorting.model(), next);
}

TEST(Sorting, PartitionIsUnchangedWhenTwoPassesHaveTheSameHashes) {
  const auto model = whole_numbers(2);
  Sorting sorting;
  const auto unchanged_after = [&](std::vector<std::uint64_t> partition_hashes) {
    EStepResult e_step;
    e_step.partition_hashes = std::move(partition_hashes);
    sorting.update(model, e_step, 1000);
    return sorting.partition_unchanged();
  };
  EXPECT_FALSE(unchanged_after({1, 2}));
  EXPECT_TRUE(unchanged_after({1, 2}));
  EXPECT_FALSE(unchanged_after({1, 3}));
}

}  // namespace
}  // namespace mixseed
