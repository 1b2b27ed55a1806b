#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using kernel::first_moment_place;
using kernel::mass_place;
using kernel::moments_length;
using kernel::moments_line;
using kernel::moments_width;
using kernel::Second;

using Picked = std::vector<std::uint16_t>;

constexpr Second kSeconds[] = {Second::none, Second::diagonal, Second::full};

// Where the moments of columns j <= l are kept; column `dim` is the 1.
std::size_t place_of(Second second, std::size_t dim, std::size_t j, std::size_t l) {
  if (second == Second::full) return moments_line(dim, j) + l;
  return l == dim ? j : moments_width(dim) + j;
}

// visit(j, l) for the moments that are kept.
template <typename Visit>
void for_each_moment(Second second, std::size_t dim, const Visit& visit) {
  for (std::size_t j = 0; j <= dim; ++j) {
    visit(j, dim);
    if (second == Second::diagonal && j < dim) visit(j, j);
    for (std::size_t l = j; second == Second::full && l < dim; ++l) visit(j, l);
  }
}

TEST(MomentsLayout, EveryMomentHasAPlaceOfItsOwn) {
  for (const std::size_t dim : kDims) {
    for (const Second second : kSeconds) {
      SCOPED_TRACE("dim " + std::to_string(dim));
      std::set<std::size_t> places;
      for_each_moment(second, dim, [&](std::size_t j, std::size_t l) {
        EXPECT_TRUE(places.insert(place_of(second, dim, j, l)).second) << j << ", " << l;
      });
      EXPECT_LT(*places.rbegin(), moments_length(second, dim));
      EXPECT_EQ(mass_place(second, dim), place_of(second, dim, dim, dim));
      for (std::size_t j = 0; j < dim; ++j) {
        EXPECT_EQ(first_moment_place(second, dim, j), place_of(second, dim, j, dim));
      }
    }
  }
}

TEST(MomentsLayout, LinesAreWholeQuadsAndBeginWithTheirOwn) {
  EXPECT_EQ(moments_length(Second::none, 5), 8U);
  EXPECT_EQ(moments_length(Second::diagonal, 5), 8U + 8);
  EXPECT_EQ(moments_length(Second::full, 5), 4 * 8U + 2 * 4);
  EXPECT_EQ(moments_length(Second::full, 1), 2 * 4U);
  EXPECT_EQ(moments_length(Second::full, 3), 4 * 4U);
  EXPECT_EQ(moments_length(Second::full, 8), 4 * 12U + 4 * 8 + 4);
}

// Rows picked from a block, with their weights.
struct Selection {
  Picked picked;
  Values r;
};

// About every third row is left out.
Selection some_of(std::size_t rows, Rng& rng) {
  Selection selection;
  for (std::size_t i = 0; i < rows; ++i) {
    if (rng.below(3) == 0) continue;
    selection.picked.push_back(static_cast<std::uint16_t>(i));
    selection.r.push_back(rng.uniform());
  }
  return selection;
}

// A sum, and the sum of absolute values that scales its rounding error.
using Sum = std::pair<Exact, Exact>;

std::vector<Sum> exact_moments(const Scattered& rows, const Selection& selection, const Values& pivot, Second second) {
  const std::size_t dim = rows.dim;
  std::vector<Sum> sums(moments_length(second, dim));
  for (std::size_t p = 0; p < selection.picked.size(); ++p) {
    const auto y = [&](std::size_t j) { return j == dim ? 1 : Exact{rows.at(selection.picked[p], j)} - pivot[j]; };
    for_each_moment(second, dim, [&](std::size_t j, std::size_t l) {
      Sum& sum = sums[place_of(second, dim, j, l)];
      sum.first += selection.r[p] * y(j) * y(l);
      sum.second += std::abs(selection.r[p] * y(j) * y(l));
    });
  }
  return sums;
}

// The places of the padding columns after the constant column.
std::vector<std::size_t> padding(std::size_t dim, Second second) {
  std::vector<std::size_t> places;
  for (std::size_t c = dim + 1; c < moments_width(dim); ++c) {
    if (second != Second::full) places.push_back(c);
    if (second == Second::diagonal) places.push_back(moments_width(dim) + c);
    for (std::size_t j = 0; second == Second::full && j <= dim; ++j) places.push_back(moments_line(dim, j) + c);
  }
  return places;
}

// Adds the selection to moments that have the number `before` in every place but the padding.
Values added(const Scattered& rows, const Selection& selection, const Values& pivot, Second second, double before) {
  Values moments(moments_length(second, rows.dim) + 1, before), scratch(kernel::moments_scratch(rows.dim), 1e9);
  for (const std::size_t place : padding(rows.dim, second)) moments[place] = 0;
  moments.back() = kUntouched;
  tested->add_moments(rows.rows(), rows.dim, selection.picked.data(), selection.r.data(), selection.picked.size(),
                      pivot.data(), second, moments.data(), scratch.data());
  EXPECT_EQ(moments.back(), kUntouched);
  moments.pop_back();
  return moments;
}

// check(rows, pivot, selection, second), with selections that take more than one batch.
template <typename Check>
void for_all_selections(const Check& check) {
  for (const std::size_t dim : kDims) {
    const std::size_t batch = kernel::moments_batch(dim);
    for (const std::size_t rows : {std::size_t{1}, std::size_t{5}, batch, 2 * batch + 7, kernel::kBlock}) {
      if (rows > kernel::kBlock) continue;
      SCOPED_TRACE("dim " + std::to_string(dim) + ", rows " + std::to_string(rows));
      Rng rng(100 * rows + dim);
      const Scattered scattered(rows, dim, rows);
      const Values pivot = normals(dim, rng);
      for (const Second second : kSeconds) check(scattered, pivot, some_of(rows, rng), second);
    }
  }
}

TEST_P(EveryKernel, MomentsAreAddedToWhatIsThere) {
  for_all_selections([](const Scattered& rows, const Values& pivot, const Selection& selection, Second second) {
    const Values moments = added(rows, selection, pivot, second, 2);
    const auto expected = exact_moments(rows, selection, pivot, second);
    for (std::size_t place = 0; place < moments.size(); ++place) {
      if (expected[place].second == 0) continue;
      expect_close(moments[place], 2 + expected[place].first, 20 * (2 + expected[place].second));
    }
  });
}

TEST_P(EveryKernel, MomentsOfColumnsThatDoNotExistStayZero) {
  for_all_selections([](const Scattered& rows, const Values& pivot, const Selection& selection, Second second) {
    const Values moments = added(rows, selection, pivot, second, 2);
    for (const std::size_t place : padding(rows.dim, second)) ASSERT_EQ(moments[place], 0);
  });
}

TEST_P(EveryKernel, MomentsOfNoRowsAreNothing) {
  const Scattered rows(4, 5, 1);
  for (const Second second : kSeconds) {
    const Values moments = added(rows, {}, Values(5, 0.0), second, 0);
    EXPECT_EQ(moments, Values(moments.size(), 0.0));
  }
}

// Two calls on consecutive rows add exactly the same sum as one call, wherever a batch ends.
TEST_P(EveryKernel, MomentsAreOneSumInTheOrderOfTheRows) {
  for (const std::size_t dim : {1U, 3U, 8U, 17U}) {
    Rng rng(dim);
    const std::size_t rows = 500;
    const Scattered scattered(rows, dim, dim);
    const Values pivot = normals(dim, rng);
    const Selection selection = some_of(rows, rng);
    for (const Second second : kSeconds) {
      const Values whole = added(scattered, selection, pivot, second, 0);
      for (const std::size_t cut : {1U, 100U, 133U}) {
        Values parts(whole.size(), 0.0), scratch(kernel::moments_scratch(dim));
        const auto add = [&](std::size_t from, std::size_t count) {
          tested->add_moments(scattered.rows(), dim, selection.picked.data() + from, selection.r.data() + from, count,
                              pivot.data(), second, parts.data(), scratch.data());
        };
        add(0, cut);
        add(cut, selection.picked.size() - cut);
        ASSERT_EQ(parts, whole);
      }
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
