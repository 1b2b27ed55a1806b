#include <gtest/gtest.h>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

// Numbers of components with gaps: 2, 5, 8, ...
Numbers with_gaps(std::size_t count) {
  Numbers numbers;
  for (std::uint32_t s = 0; s < count; ++s) numbers.push_back(3 * s + 2);
  return numbers;
}

// What normalise has to make of row i. Without cuts nothing is left out.
void expect_normalised(const Values& before, const Values& after, double log_sum, std::size_t i, const Numbers& numbers,
                       const Values& cuts) {
  Exact largest = -kInfinity, sum = 0;
  for (std::size_t s = 0; s < numbers.size(); ++s) largest = std::max(largest, Exact{before[s * kTile + i]});
  const auto part = [&](std::size_t s) {
    const Exact below = before[s * kTile + i] - largest;
    return !cuts.empty() && below < cuts[numbers[s]] ? 0 : std::exp(below);
  };
  for (std::size_t s = 0; s < numbers.size(); ++s) sum += part(s);
  ASSERT_NEAR(log_sum, static_cast<double>(largest + std::log(sum)), 1e-13 * (1 + std::abs(log_sum)));
  for (std::size_t s = 0; s < numbers.size(); ++s) {
    const auto r = static_cast<double>(part(s) / sum);
    ASSERT_NEAR(after[s * kTile + i], r, 1e-13 * r + 1.9e-35);  // exp(-80) may be 0
    if (r == 0) {
      ASSERT_EQ(after[s * kTile + i], 0);
    }
  }
}

TEST_P(EveryKernel, NormaliseIsTheQuotientByTheSum) {
  Rng rng(4);
  for (const std::size_t count : {1U, 2U, 5U, 20U}) {
    for (const bool cut : {false, true}) {
      const Numbers numbers = with_gaps(count);
      Values terms(count * kTile), out(kTile + 1, kUntouched), cuts(cut ? 3 * count : 0);
      for (double& term : terms) term = 30 * rng.normal() - 500;
      for (double& value : cuts) value = -60 * rng.uniform();
      const Values before = terms;
      tested->normalise(numbers.data(), count, cut ? cuts.data() : nullptr, terms.data(), out.data());
      for (std::size_t i = 0; i < kTile; ++i) expect_normalised(before, terms, out[i], i, numbers, cuts);
      EXPECT_EQ(out[kTile], kUntouched);
    }
  }
}

// A tile of the same row: the terms in, the responsibilities and the logarithm of the sum out.
Values normalised(const Values& row, const Values& cuts = {}) {
  Values terms(row.size() * kTile), result, out(kTile);
  Numbers numbers;
  for (std::size_t at = 0; at < terms.size(); ++at) terms[at] = row[at / kTile];
  for (std::uint32_t k = 0; k < row.size(); ++k) numbers.push_back(k);
  tested->normalise(numbers.data(), row.size(), cuts.empty() ? nullptr : cuts.data(), terms.data(), out.data());
  for (std::size_t at = 0; at < terms.size(); ++at) EXPECT_EQ(terms[at], terms[at / kTile * kTile]);
  for (const double each : out) EXPECT_EQ(each, out[0]);
  for (std::size_t k = 0; k < row.size(); ++k) result.push_back(terms[k * kTile]);
  result.push_back(out[0]);
  return result;
}

TEST_P(EveryKernel, NormaliseLeavesOutTermsThatAreMinusInfinity) {
  EXPECT_EQ(normalised({-kInfinity, -3, -kInfinity}), (Values{0, 1, 0, -3}));
  const Values two = normalised({-5, -kInfinity, -5});
  EXPECT_EQ(two[0], 0.5);
  EXPECT_EQ(two[1], 0);
  EXPECT_EQ(two[2], 0.5);
  EXPECT_DOUBLE_EQ(two[3], -5 + std::log(2));
  // log(0) is the cut of a component without weight
  EXPECT_EQ(normalised({-kInfinity, -3}, {-kInfinity, -1}), (Values{0, 1, -3}));
}

TEST_P(EveryKernel, NormaliseLeavesOutWhatLiesBelowTheCutOfItsComponent) {
  EXPECT_EQ(normalised({-10, -13, -10}, {-2, -2, -2})[1], 0);
  EXPECT_GT(normalised({-10, -12, -10}, {-2, -2, -2})[1], 0);  // the cut itself is not below
  EXPECT_GT(normalised({-10, -13, -10}, {-2, -4, -2})[1], 0);
  EXPECT_EQ(normalised({-10, -10.5, -12}, {0, 0, -9})[1], 0);
  EXPECT_EQ(normalised({-10, -13}, {-2, -2}), (Values{1, 0, -10}));  // nor is it in the sum
}

TEST_P(EveryKernel, NormaliseGivesARowWithoutAnyDensityEqualParts) {
  const Values four(4, -kInfinity), quarters{0.25, 0.25, 0.25, 0.25, -kInfinity};
  EXPECT_EQ(normalised(four), quarters);
  EXPECT_EQ(normalised(four, {-40, -1, 0, -kInfinity}), quarters);
  EXPECT_EQ(normalised({-kInfinity}), (Values{1, -kInfinity}));
}

TEST_P(EveryKernel, NormaliseKeepsRowsWithoutDensityFromTheirNeighbours) {
  const Numbers numbers{0, 1};
  Values terms(2 * kTile, -4), out(kTile);
  for (const std::size_t i : {0U, 5U, 7U}) terms[i] = terms[kTile + i] = -kInfinity;
  tested->normalise(numbers.data(), 2, nullptr, terms.data(), out.data());
  for (std::size_t i = 0; i < kTile; ++i) {
    EXPECT_EQ(terms[i], 0.5);
    EXPECT_EQ(terms[kTile + i], 0.5);
    if (i == 0 || i == 5 || i == 7) {
      EXPECT_EQ(out[i], -kInfinity);
    } else {
      EXPECT_DOUBLE_EQ(out[i], -4 + std::log(2));
    }
  }
}

TEST_P(EveryKernel, NormaliseStandsHugeAndTinyTerms) {
  EXPECT_EQ(normalised({-1e300, -1e300}), (Values{0.5, 0.5, -1e300}));
  EXPECT_EQ(normalised({1e300, -1e300}), (Values{1, 0, 1e300}));
  EXPECT_EQ(normalised({1e308, -1e308, -kInfinity}), (Values{1, 0, 0, 1e308}));
  EXPECT_NEAR(normalised({800, 0})[1], 0, 1e-300);
  const Values far = normalised({-10000, -10001});
  EXPECT_NEAR(far[0], 1 / (1 + std::exp(-1)), 1e-15);
  EXPECT_NEAR(far[2], -10000 + std::log1p(std::exp(-1)), 2e-12);
}

// Eight rows at a time, over all that counts.
TEST_P(EveryKernel, NormaliseHasNearlyAllDigitsOfTheExponential) {
  const Numbers numbers{0, 1};
  Rng rng(6);
  for (int repeat = 0; repeat < 20000; ++repeat) {
    Values terms(2 * kTile, 0.0), out(kTile);
    for (std::size_t i = 0; i < kTile; ++i) terms[kTile + i] = repeat % 2 == 0 ? -79.9 * rng.uniform() : -rng.uniform();
    const Values before = terms;
    tested->normalise(numbers.data(), 2, nullptr, terms.data(), out.data());
    for (std::size_t i = 0; i < kTile; ++i) {
      const Exact e = std::exp(Exact{before[kTile + i]});
      ASSERT_NEAR(terms[i], static_cast<double>(1 / (1 + e)), 5e-16) << before[kTile + i];
      ASSERT_NEAR(terms[kTile + i] / static_cast<double>(e / (1 + e)), 1, 2e-15) << before[kTile + i];
      ASSERT_NEAR(out[i], static_cast<double>(std::log1p(e)), 1e-15) << before[kTile + i];
    }
  }
}

TEST_P(EveryKernel, ArgmaxFindsTheLargestAndTheLowestOfEqualOnes) {
  Rng rng(5);
  for (const std::size_t count : {1U, 2U, 6U, 300U}) {
    const Numbers numbers = with_gaps(count);
    for (int repeat = 0; repeat < 20; ++repeat) {
      Values terms(count * kTile), best(kTile + 1, kUntouched);
      for (double& term : terms) term = -static_cast<double>(rng.below(4));
      Numbers labels(kTile + 1, 99);
      tested->argmax(numbers.data(), count, terms.data(), labels.data(), best.data());
      for (std::size_t i = 0; i < kTile; ++i) {
        std::size_t expected = 0;
        for (std::size_t s = 1; s < count; ++s) {
          if (terms[s * kTile + i] > terms[expected * kTile + i]) expected = s;
        }
        ASSERT_EQ(labels[i], numbers[expected]);
        ASSERT_EQ(best[i], terms[expected * kTile + i]);
      }
      EXPECT_EQ(labels[kTile], 99U);
      EXPECT_EQ(best[kTile], kUntouched);
    }
  }
}

TEST_P(EveryKernel, ArgmaxOfNothingButMinusInfinityIsTheFirst) {
  const Values terms(3 * kTile, -kInfinity);
  Values best(kTile);
  Numbers labels(kTile, 99);
  tested->argmax(Numbers{4, 6, 9}.data(), 3, terms.data(), labels.data(), best.data());
  EXPECT_EQ(labels, Numbers(kTile, 4));
  EXPECT_EQ(best, Values(kTile, -kInfinity));
}

// For every set of rows with a share, and every number of rows that the tile has.
TEST_P(EveryKernel, CollectPicksTheRowsWithAShareInTheirOrder) {
  for (std::size_t count = 1; count <= kTile; ++count) {
    for (std::uint32_t bits = 0; bits < 1U << kTile; ++bits) {
      Values r(kTile), kept(kTile + 1, kUntouched), shares;
      std::vector<std::uint16_t> picked(kTile + 1, 9999), rows;
      for (std::size_t i = 0; i < kTile; ++i) {
        r[i] = bits >> i & 1 ? 1.0 / static_cast<double>(i + 1) : i % 2 == 0 ? 0.0 : -0.0;
        if (!(bits >> i & 1) || i >= count) continue;
        rows.push_back(static_cast<std::uint16_t>(1016 + i));
        shares.push_back(r[i]);
      }
      ASSERT_EQ(tested->collect(r.data(), count, 1016, picked.data(), kept.data()), rows.size());
      EXPECT_EQ(picked[kTile], 9999U);
      EXPECT_EQ(kept[kTile], kUntouched);
      picked.resize(rows.size());
      kept.resize(rows.size());
      ASSERT_EQ(picked, rows);
      ASSERT_EQ(kept, shares);
    }
  }
}

TEST_P(EveryKernel, CollectTakesTheSmallestShare) {
  const Values r{0, 5e-324, 0, 0, 0, 0, 0, 0};
  Values kept(kTile);
  std::vector<std::uint16_t> picked(kTile);
  ASSERT_EQ(tested->collect(r.data(), kTile, 0, picked.data(), kept.data()), 1U);
  EXPECT_EQ(picked[0], 1U);
  EXPECT_EQ(kept[0], 5e-324);
}

}  // namespace
}  // namespace mixseed::testing
