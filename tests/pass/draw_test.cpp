#include "pass/draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

// Rows that know their index.
Data numbered(std::size_t n) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i);
  return Data::from(std::move(values), n, 1);
}

// Chi-square of observed counts against probabilities that need not be normalised; a count where none may be is
// infinitely far.
double chi_square(const Values& counts, const Values& chances) {
  double draws = 0, total = 0, sum = 0;
  for (const double count : counts) draws += count;
  for (const double chance : chances) total += chance;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = draws * chances[i] / total;
    if (expected == 0 && counts[i] > 0) return std::numeric_limits<double>::infinity();
    if (expected > 0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

template <typename Draw>
Values counts_of(std::size_t n, int draws, const Draw& draw) {
  Values counts(n, 0.0);
  for (int i = 0; i < draws; ++i) ++counts.at(draw());
  return counts;
}

// Rows at a distance from the centre 0 whose square is the given value.
Data at_distances(const Values& squares) {
  Values values;
  for (const double square : squares) values.push_back(std::sqrt(square));
  return Data::from(values, values.size(), 1);
}
const Centers kOrigin{1, {0}};

// The bounds below are 99.99 % quantiles of chi-square.
TEST(DrawRow, IsUniformWithoutWeights) {
  const Ready in(numbered(10));
  Rng rng(71);
  EXPECT_LT(chi_square(counts_of(10, 50000, [&] { return draw_row(in.X, rng).number; }), Values(10, 1.0)), 33.72);
}

TEST(DrawRow, IsUniformOverManyBlocks) {
  const Ready in(numbered(5000));
  Rng rng(78);
  EXPECT_LT(chi_square(counts_of(10, 20000, [&] { return draw_row(in.X, rng).number / 500; }), Values(10, 1.0)), 33.72);
}

TEST(DrawRow, IsInProportionToTheWeights) {
  const Values weights{1, 0, 2.5, 0, 4, 0.5};
  const Ready in(numbered(6).weighted(weights));
  Rng rng(72);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, rng).number; }), weights), 21.11);
}

TEST(DrawRow, IsInProportionToTheSquaredDistances) {
  const Values squares{0, 3, 1, 0, 6, 0.25};
  const Ready in(at_distances(squares));
  Rng rng(73);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, kOrigin, rng).number; }), squares), 21.11);
}

TEST(DrawRow, MultipliesDistancesByWeights) {
  const Values weights{1, 2, 3, 0, 0.5, 8};
  const Ready in(at_distances({0, 3, 1, 2, 6, 0.25}).weighted(weights));
  Rng rng(74);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, kOrigin, rng).number; }), {0, 6, 3, 0, 3, 2}),
            21.11);
}

TEST(DrawRow, SeveralAtATimeAreDrawnIndependently) {
  const Values squares{1, 2, 3};
  const Ready in(at_distances(squares));
  Rng rng(79);
  Values pairs(9, 0.0), chances(9, 0.0);
  for (int i = 0; i < 20000; ++i) {
    const auto rows = draw_rows(in.X, kOrigin, 2, rng);
    ++pairs[rows[0].number * 3 + rows[1].number];
  }
  for (std::size_t i = 0; i < 9; ++i) chances[i] = squares[i / 3] * squares[i % 3];
  EXPECT_LT(chi_square(pairs, chances), 31.83);
}

// More than one block, with blocks in which nothing can be drawn.
TEST(DrawRow, IsInProportionToTheDistancesOfManyRows) {
  const std::size_t n = 5000;
  Values squares(n, 0.0), chances(10, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (i / 1024 != 2) squares[i] = static_cast<double>(1 + i % 3);
    chances[i / 500] += squares[i];
  }
  const Ready in(at_distances(squares));
  Rng rng(75);
  const auto draw = [&] {
    const std::size_t row = draw_row(in.X, kOrigin, rng).number;
    EXPECT_GT(squares[row], 0);
    return row / 500;
  };
  EXPECT_LT(chi_square(counts_of(10, 5000, draw), chances), 33.72);
}

TEST(DrawRow, ComesWithItsNumbersAndItsProbability) {
  const Ready in(Data::from(Values{0, 0, 3, 4, 6, 8}, 3, 2).weighted({7, 2, 1}));
  Rng rng(80);
  for (int i = 0; i < 20; ++i) {
    const ChosenRow row = draw_row(in.X, Centers{2, {0, 0}}, rng);
    EXPECT_EQ(row.values, in.row(row.number));
    EXPECT_EQ(row.probability, row.number == 1 ? 50.0 / 150 : 100.0 / 150);
    const ChosenRow any = draw_row(in.X, rng);
    EXPECT_EQ(any.probability, in.data.view.weight(any.number) / 10);
  }
}

TEST(DrawRow, FindsTheOnlyRowThereIsWhereverItStands) {
  const std::size_t n = 3000;
  Rng rng(76);
  for (const std::size_t only : {0U, 1023U, 1024U, 2047U, 2999U}) {
    Values squares(n, 0.0);
    squares[only] = 1e-300;
    const Ready in(at_distances(squares));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(draw_row(in.X, kOrigin, rng).number, only);
  }
}

TEST(DrawRow, FallsBackToTheWeightsWhenAllDistancesAreZero) {
  const Values weights{1, 0, 2, 5};
  const Ready in(at_distances(Values(4, 0.0)).weighted(weights)), plain(at_distances(Values(4, 0.0)));
  Rng rng(77);
  EXPECT_LT(chi_square(counts_of(4, 20000, [&] { return draw_row(in.X, kOrigin, rng).number; }), weights), 18.42);
  EXPECT_LT(chi_square(counts_of(4, 20000, [&] { return draw_row(plain.X, kOrigin, rng).number; }), Values(4, 1.0)),
            21.11);
}

TEST(FarthestRow, IsTheLowestOfTheLargestThatCount) {
  const auto farthest = [](const Values& squares, const Values& weights) {
    return farthest_row(Ready(at_distances(squares).weighted(weights)).X, kOrigin).number;
  };
  EXPECT_EQ(farthest({1, 4, 9, 9, 0}, Values(5, 1.0)), 2U);
  EXPECT_EQ(farthest({16, 4, 16, 9, 9}, {0, 1, 0, 1, 1}), 3U);
  EXPECT_EQ(farthest({9, 0, 9, 0, 0}, {0, 1, 0, 1, 1}), 1U);
}

// Whatever a team remembers of the centres before.
TEST(FarthestRow, MeasuresFromTheNearestComponentByMahalanobis) {
  const Ready in(Data::from(Values{2, 9, 6}, 3, 1));
  const Mixture wide{Covariance::full, 1, {1}, {0}, {4}};
  Mixture both = wide;
  both.weights = {0.5, 0.5};
  both.means.push_back(10);
  both.covariances.push_back(1);
  EXPECT_EQ(farthest_row(in.X, wide).mass, 81.0 / 4);
  EXPECT_EQ(farthest_row(in.X, both).mass, 9);
  EXPECT_EQ(farthest_row(in.X, wide).mass, 81.0 / 4);
}

TEST(DistanceSums, AreWhatEachCandidateWouldLeave) {
  const Ready in(Data::from(Values{0, 4, 10}, 3, 1).weighted({1, 2, 0.5}));
  EXPECT_EQ(distance_sums(in.X, {1, {1}}, {1, {4, 12, 1}}), (Values{1 + 0 + 18, 1 + 18 + 2, 1 + 18 + 40.5}));
}

TEST(SampleSize, IsTheCeilingButAtLeastAndAtMost) {
  const Ready in(numbered(10)), weighted(numbered(4).weighted({2.5, 0, 3, 1}));
  EXPECT_EQ(sample_size(in.X, 0.25, 1), 3);
  EXPECT_EQ(sample_size(in.X, 0.5, 1), 5);
  EXPECT_EQ(sample_size(in.X, 0.01, 1), 1);
  EXPECT_EQ(sample_size(in.X, 0.01, 4), 4);
  EXPECT_EQ(sample_size(in.X, 0.01, 40), 10);
  EXPECT_EQ(sample_size(in.X, 1, 3), 10);
  EXPECT_EQ(sample_size(weighted.X, 0.5, 1), 4);
  EXPECT_EQ(sample_size(weighted.X, 1, 1), 6.5);
}

// How often each numbered row was drawn.
Values drawn_counts(const Dataset& X, double share, std::size_t least, Rng& rng) {
  const Data drawn = draw_sample(X, share, least, rng);
  Values counts(X.size(), 0.0);
  for (std::size_t i = 0; i < drawn.view.rows(); ++i) {
    if (i > 0) {
      EXPECT_LT(drawn.view.at(i - 1, 0), drawn.view.at(i, 0));
    }
    counts[static_cast<std::size_t>(drawn.view.at(i, 0))] = drawn.view.weight(i);
  }
  return counts;
}

TEST(DrawSample, HasItsSizeAndNoRowMoreOftenThanItsWeight) {
  Values weights(3000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 5);
  const Ready plain(numbered(3000)), weighted(numbered(3000).weighted(weights));
  Rng rng(81);
  for (const Ready* in : {&plain, &weighted}) {
    for (const double share : {0.001, 0.1, 0.5, 0.999}) {
      const Values counts = drawn_counts(in->X, share, 2, rng);
      double total = 0;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_LE(counts[i], in->data.view.weight(i));
        EXPECT_EQ(counts[i], std::floor(counts[i]));
        total += counts[i];
      }
      EXPECT_EQ(total, sample_size(in->X, share, 2));
    }
  }
}

TEST(DrawSample, HoldsAsManyObservationsOfFractionalWeightAsItSays) {
  const Ready in(numbered(1000).weighted(Values(1000, 0.5)));
  Rng rng(82);
  const Subsample sample = Subsample::drawn_or_all(in.X, 0.5, 1, rng);
  EXPECT_EQ(sample_size(in.X, 0.5, 1), 250);
  EXPECT_EQ(sample.rows().observations(), 250);
}

TEST(DrawSample, IncludesEveryRowWithTheSameChance) {
  const Ready in(numbered(20));
  const double rounds = 4000, chance = 0.25;
  Rng rng(83);
  Values counts(20, 0.0);
  for (int round = 0; round < rounds; ++round) {
    const Values drawn = drawn_counts(in.X, chance, 1, rng);
    for (std::size_t i = 0; i < 20; ++i) counts[i] += drawn[i];
  }
  // Draws without replacement vary less: (N - 1) / (N (1 - p)) makes the sum chi-square again.
  EXPECT_LT(chi_square(counts, Values(20, 1.0)) / (1 - chance) * 19 / 20, 50.8);
}

TEST(DrawSample, IncludesEveryPairWithTheSameChance) {
  const Ready in(numbered(5));
  Rng rng(84);
  std::map<Values, double> pairs;
  for (int round = 0; round < 20000; ++round) ++pairs[drawn_counts(in.X, 0.4, 1, rng)];
  ASSERT_EQ(pairs.size(), 10U);
  Values counts;
  for (const auto& [pair, count] : pairs) counts.push_back(count);
  EXPECT_LT(chi_square(counts, Values(10, 1.0)), 33.72);
}

// Two of six observations, written as weights 3, 1, 2: the multivariate hypergeometric distribution.
TEST(DrawSample, WeightThreeIsThreeRowsInDistribution) {
  const Ready in(numbered(3).weighted({3, 1, 2}));
  Rng rng(85);
  std::map<Values, double> seen;
  for (int round = 0; round < 30000; ++round) ++seen[drawn_counts(in.X, 0.3, 1, rng)];
  ASSERT_EQ(seen.size(), 5U);
  const Values counts{seen[{2, 0, 0}], seen[{1, 1, 0}], seen[{1, 0, 1}], seen[{0, 1, 1}], seen[{0, 0, 2}]};
  EXPECT_LT(chi_square(counts, {3, 3, 6, 2, 1}), 23.51);
}

// Two windows: how many come from each is part of the draw.
TEST(DrawSample, SharesItselfOutAmongTheWindows) {
  const std::size_t n = kWindow + kWindow / 2;
  const Ready in(numbered(n));
  Rng rng(87);
  Values counts(6, 0.0);
  for (int round = 0; round < 200; ++round) {
    const Data drawn = draw_sample(in.X, 0.01, 1, rng);
    ASSERT_EQ(drawn.view.rows(), 246U);
    for (std::size_t i = 0; i < 246; ++i) ++counts[static_cast<std::size_t>(drawn.view.at(i, 0)) / (kWindow / 4)];
  }
  EXPECT_LT(chi_square(counts, Values(6, 1.0)), 25.75);
}

// 2.5 is two whole observations and half a one; drawing two of all six takes each pair with the same chance.
TEST(DrawSample, AFractionalWeightIsItsWholeObservationsAndAPartialOne) {
  const Ready in(numbered(2).weighted({2.5, 3}));
  Rng rng(88);
  std::map<Values, double> seen;
  for (int round = 0; round < 30000; ++round) ++seen[drawn_counts(in.X, 0.15, 1, rng)];
  const Values counts{seen[{2, 0}], seen[{1.5, 0}], seen[{1, 1}], seen[{0.5, 1}], seen[{0, 2}]};
  EXPECT_EQ(seen.size(), 5U);
  EXPECT_LT(chi_square(counts, {1, 2, 6, 3, 3}), 23.51);
}

TEST(DrawSample, WeightsOfOneAreNoWeights) {
  const Ready plain(numbered(500)), weighted(numbered(500).weighted(Values(500, 1.0)));
  Rng a(89), b(89);
  EXPECT_EQ(drawn_counts(plain.X, 0.3, 1, a), drawn_counts(weighted.X, 0.3, 1, b));
}

TEST(DrawSample, TakesNoLongerForLargerWeights) {
  for (const double weight : {1e9, 1e15, 1e30, 1e300}) {
    const Ready in(numbered(4).weighted({weight, 2, weight, weight + 0.5}));
    Rng rng(90);
    const Values counts = drawn_counts(in.X, 0.5, 1, rng);
    double total = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      total += counts[i];
      EXPECT_LE(counts[i], in.data.view.weight(i));
    }
    EXPECT_NEAR(total / sample_size(in.X, 0.5, 1), 1, 1e-8);
    // A row with a large weight gets its expected fraction of the sample, up to chance.
    EXPECT_NEAR(counts[0] / weight, 0.5, std::max(10 / std::sqrt(weight), 1e-12)) << weight;
  }
}

TEST(DrawSample, TheWholeShareDrawsNothing) {
  const Ready plain(numbered(7)), weighted(numbered(4).weighted({2, 0, 0.5, 1}));
  Rng rng(86), untouched(86);
  EXPECT_EQ(drawn_counts(plain.X, 1, 1, rng), Values(7, 1.0));
  EXPECT_EQ(drawn_counts(weighted.X, 1, 1, rng), (Values{2, 0, 0.5, 1}));
  EXPECT_EQ(Subsample::drawn_or_all(weighted.X, 1, 1, rng).rows().size(), 3U);
  EXPECT_EQ(Subsample::drawn_or_all(plain.X, 0.01, 50, rng).rows().size(), 7U);
  EXPECT_EQ(rng.bits(), untouched.bits());
}

}  // namespace
}  // namespace mixseed
