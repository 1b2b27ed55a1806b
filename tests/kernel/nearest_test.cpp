#include <gtest/gtest.h>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

using Floats = std::vector<float>;

TEST_P(EveryKernel, WithinListsTheComponentsThatAreNearEnough) {
  Rng rng(3);
  for (const std::size_t count : {1U, 3U, 4U, 7U, 8U, 9U, 33U}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      // Whole numbers, so that some are just near enough.
      Floats bounds(kernel::rounded_up(count, kTile), kInfinity), slacks(bounds.size(), 0.0F),
          sizes(bounds.size(), 1e9F);
      for (std::size_t k = 0; k < count; ++k) {
        bounds[k] = static_cast<float>(rng.below(12));
        slacks[k] = rng.below(5) == 0 ? -std::numeric_limits<float>::infinity() : static_cast<float>(rng.below(4));
        sizes[k] = static_cast<float>(rng.below(4));
      }
      const auto radius = static_cast<float>(rng.below(5)), reach = static_cast<float>(rng.below(4));
      Numbers expected, list(bounds.size());
      for (std::uint32_t k = 0; k < count; ++k) {
        if (bounds[k] <= slacks[k] + std::max(radius, reach * sizes[k])) expected.push_back(k);
      }
      list.resize(tested->within(bounds.data(), slacks.data(), sizes.data(), count, radius, reach, list.data()));
      ASSERT_EQ(list, expected);
    }
  }
}

TEST_P(EveryKernel, WithinListsNothingBehindTheLastForAnInfiniteRadius) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Floats bounds{1, 1e30F, 3, 4, 5, infinity, infinity, infinity}, slacks(8, 0.0F), sizes(8, 1.0F);
  for (const float radius : {1e35F, infinity}) {
    Numbers list(8);
    list.resize(tested->within(bounds.data(), slacks.data(), sizes.data(), 5, radius, 1, list.data()));
    EXPECT_EQ(list, (Numbers{0, 1, 2, 3, 4}));
  }
}

// What is known of the rows of a tile, nothing at first.
struct Known {
  Numbers labels = Numbers(kTile, 99), tight = Numbers(kTile, 99);
  Values near = Values(kTile, kInfinity), m = Values(kTile, kInfinity), least = Values(99, kInfinity);
  double farthest = 0, loosest = 0;

  void look(const kernel::SphericalComponents& spheres, const Numbers& list, const Values& x, bool afresh = false) {
    kernel::Nearest state{labels.data(), tight.data(), near.data(), m.data(), 0, 0};
    tested->nearest(spheres, list.data(), list.size(), x.data(), afresh, state, least.data());
    farthest = state.farthest;
    loosest = state.loosest;
  }
};

Exact squared_distance(const kernel::SphericalComponents& spheres, std::size_t k, const Values& x, std::size_t i) {
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
    const kernel::SphericalComponents spheres{dim, means.data(), precisions.data()};
    Known known, at_once, afresh;
    for (const Numbers& list : {Numbers{1, 4, 8}, Numbers{0}, Numbers{}, Numbers{2, 3, 4, 7}}) {
      known.look(spheres, list, x);
    }
    at_once.look(spheres, {0, 1, 2, 3, 4, 7, 8}, x);
    afresh.look(spheres, {5, 6}, x);
    afresh.look(spheres, {0, 1, 2, 3, 4, 7, 8}, x, true);
    for (std::size_t i = 0; i < kTile; ++i) {
      Exact near = kInfinity, m = kInfinity;
      for (const std::size_t k : {0U, 1U, 2U, 3U, 4U, 7U, 8U}) {
        near = std::min(near, squared_distance(spheres, k, x, i));
        m = std::min(m, precisions[k] * squared_distance(spheres, k, x, i));
      }
      expect_close(known.near[i], near, near);
      expect_close(known.m[i], m, m);
      expect_close(known.near[i], squared_distance(spheres, known.labels[i], x, i), near);
      expect_close(known.m[i], precisions[known.tight[i]] * squared_distance(spheres, known.tight[i], x, i), m);
    }
    EXPECT_EQ(known.farthest, *std::max_element(known.near.begin(), known.near.end()));
    EXPECT_EQ(known.loosest, *std::max_element(known.m.begin(), known.m.end()));
    for (const Known& other : {at_once, afresh}) {
      EXPECT_EQ(other.near, known.near);
      EXPECT_EQ(other.labels, known.labels);
      EXPECT_EQ(other.m, known.m);
      EXPECT_EQ(other.tight, known.tight);
    }
  }
}

TEST_P(EveryKernel, NearestSaysHowNearTheNearestRowIsToEveryMeanListed) {
  Rng rng(8);
  const Values means = normals(3 * 7, rng), x = normals(3 * kTile, rng), precisions(7, 1.0);
  const kernel::SphericalComponents spheres{3, means.data(), precisions.data()};
  const Numbers list{0, 2, 3, 4, 5, 6};
  Known known;
  known.least[1] = 0;  // of another tile
  known.look(spheres, list, x);
  for (std::size_t s = 0; s < list.size(); ++s) {
    Exact least = kInfinity;
    for (std::size_t i = 0; i < kTile; ++i) least = std::min(least, squared_distance(spheres, list[s], x, i));
    if (s == 1) least = 0;
    expect_close(known.least[s], least, least);
  }
}

TEST_P(EveryKernel, NearestGivesATieToTheLowestMean) {
  const Values means{1, -1, 3, 1, -1}, precisions{1, 1, 1, 1, 0.5}, x(kTile, 0.0);
  const kernel::SphericalComponents spheres{1, means.data(), precisions.data()};
  for (const Numbers& list :
       {Numbers{0, 1, 2, 3, 4}, Numbers{3, 2, 1, 4}, Numbers{1, 0, 4}, Numbers{4}, Numbers{2, 4, 0}}) {
    Known known, one_by_one;
    known.look(spheres, list, x);
    for (const std::uint32_t k : list) one_by_one.look(spheres, {k}, x);
    std::uint32_t lowest = 4;
    for (const std::uint32_t k : list) lowest = k == 2 ? lowest : std::min(lowest, k);
    EXPECT_EQ(known.labels, Numbers(kTile, lowest));
    EXPECT_EQ(known.near, Values(kTile, 1.0));
    EXPECT_EQ(known.m, Values(kTile, 0.5));
    EXPECT_EQ(one_by_one.labels, known.labels);
  }
}

}  // namespace
}  // namespace mixseed::testing
