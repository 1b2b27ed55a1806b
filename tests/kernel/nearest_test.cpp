#include <gtest/gtest.h>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

TEST_P(EveryKernel, WithinListsTheComponentsThatAreNearEnough) {
  Rng rng(3);
  for (const std::size_t count : {1U, 3U, 4U, 7U, 8U, 9U, 33U}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      // Whole numbers, so that some are just near enough.
      Values gaps(kernel::rounded_up(count, kTile), kInfinity), sizes(gaps.size(), 1e9);
      for (std::size_t k = 0; k < count; ++k) {
        gaps[k] = static_cast<double>(rng.below(12));
        sizes[k] = static_cast<double>(rng.below(4));
      }
      const auto radius = static_cast<double>(rng.below(5)), reach = static_cast<double>(rng.below(4));
      Numbers expected, list(gaps.size());
      for (std::uint32_t k = 0; k < count; ++k) {
        if (gaps[k] <= radius + std::max(radius, reach * sizes[k])) expected.push_back(k);
      }
      list.resize(tested->within(gaps.data(), sizes.data(), count, radius, reach, list.data()));
      ASSERT_EQ(list, expected);
    }
  }
}

TEST_P(EveryKernel, WithinListsNothingBehindTheLastForAnInfiniteRadius) {
  const Values gaps{1, 1e300, 3, 4, 5, kInfinity, kInfinity, kInfinity}, sizes(8, 1.0);
  for (const double radius : {1e305, kInfinity}) {
    Numbers list(8);
    list.resize(tested->within(gaps.data(), sizes.data(), 5, radius, 1, list.data()));
    EXPECT_EQ(list, (Numbers{0, 1, 2, 3, 4}));
  }
}

// What is known of the rows of a tile, nothing at first.
struct Known : kernel::Nearest {
  Known() {
    for (std::size_t i = 0; i < kTile; ++i) labels[i] = 99, near[i] = m[i] = kInfinity;
  }
  void look(const kernel::Spheres& spheres, const Numbers& list, const Values& x) {
    tested->nearest(spheres, list.data(), list.size(), x.data(), *this);
  }
};

Exact squared_distance(const kernel::Spheres& spheres, std::size_t k, const Values& x, std::size_t i) {
  Exact sum = 0;
  for (std::size_t j = 0; j < spheres.dim; ++j) {
    sum += std::pow(Exact{x[j * kTile + i]} - spheres.means[k * spheres.dim + j], 2);
  }
  return sum;
}

TEST_P(EveryKernel, NearestKeepsTheNearestMeanAndTheSmallestMahalanobisDistance) {
  for (const std::size_t dim : kDims) {
    SCOPED_TRACE("dim " + std::to_string(dim));
    Rng rng(dim);
    const std::size_t count = 9;
    const Values means = normals(count * dim, rng), x = normals(dim * kTile, rng);
    Values precisions;
    for (std::size_t k = 0; k < count; ++k) precisions.push_back(0.5 + rng.uniform());
    const kernel::Spheres spheres{dim, means.data(), precisions.data()};
    Known known, at_once;
    for (const Numbers& list : {Numbers{1, 4, 8}, Numbers{0}, Numbers{}, Numbers{2, 3, 4, 7}}) {
      known.look(spheres, list, x);
    }
    at_once.look(spheres, {0, 1, 2, 3, 4, 7, 8}, x);
    for (std::size_t i = 0; i < kTile; ++i) {
      Exact near = kInfinity, m = kInfinity;
      for (const std::size_t k : {0U, 1U, 2U, 3U, 4U, 7U, 8U}) {
        near = std::min(near, squared_distance(spheres, k, x, i));
        m = std::min(m, precisions[k] * squared_distance(spheres, k, x, i));
      }
      expect_close(known.near[i], near, near);
      expect_close(known.m[i], m, m);
      expect_close(known.near[i], squared_distance(spheres, known.labels[i], x, i), near);
      ASSERT_EQ(known.near[i], at_once.near[i]);
      ASSERT_EQ(known.labels[i], at_once.labels[i]);
      ASSERT_EQ(known.m[i], at_once.m[i]);
    }
  }
}

TEST_P(EveryKernel, NearestGivesATieToTheFirstOfTheList) {
  const Values means{1, -1, 3, 1, -1}, precisions{1, 1, 1, 1, 0.5}, x(kTile, 0.0);
  const kernel::Spheres spheres{1, means.data(), precisions.data()};
  for (const Numbers& list :
       {Numbers{0, 1, 2, 3, 4}, Numbers{3, 2, 1, 4}, Numbers{1, 0, 4}, Numbers{4}, Numbers{2, 4, 0}}) {
    Known known;
    known.look(spheres, list, x);
    for (std::size_t i = 0; i < kTile; ++i) {
      EXPECT_EQ(known.labels[i], list[0] == 2 ? list[1] : list[0]);
      EXPECT_EQ(known.near[i], 1);
      EXPECT_EQ(known.m[i], 0.5);
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
