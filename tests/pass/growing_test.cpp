#include "pass/growing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pass/mixture_from_centers.h"
#include "pass/nearest_mean_bounds.h"
#include "support/blobs.h"
#include "support/teams.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::ForgettingTeam;
using testing::Ready;
using Values = std::vector<double>;

void expect_close(const Values& left, const Values& right, double tolerance, const char* what) {
  ASSERT_EQ(left.size(), right.size()) << what;
  for (std::size_t i = 0; i < left.size(); ++i) {
    ASSERT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << what << ' ' << i;
  }
}

// Points of a small lattice: many rows are equal, and many are as far from one mean as from another.
Data lattice(std::size_t n) {
  Rng rng(5);
  Values x(n * 2);
  for (double& value : x) value = static_cast<double>(rng.below(6));
  return Data::from(x, n, 2);
}

Data weighted(const Data& data) {
  Values weights(data.view.rows());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 4) / 2;
  return data.weighted(weights);
}

// Every step against the plain version: a lift of all rows, and all Mahalanobis distances.
void check_steps(const Ready& in, const Ready& S, std::size_t K, Rules rules) {
  Rng rng(9);
  Repairs repairs;
  GrowingMixture growing(in.X, K, rules, repairs);
  while (growing.mixture().size() < K) {
    SCOPED_TRACE("component " + std::to_string(growing.mixture().size()));
    const Mixture before = growing.mixture();
    if (before.size() > 1) {
      MinDistanceCache plain;
      expect_close(min_mahalanobis(S.part, before), plain.update(S.part, before), 1e-9, "distance of row");
    }
    const auto p = draw_row(in.X, rng).values;
    Centers centers{in.X.dim(), before.means};
    centers.points.insert(centers.points.end(), p.begin(), p.end());
    Repairs plain, grown;
    const Mixture expected =
        mixture_from_centers(in.X, centers, {&family_of(Covariance::spherical), rules, kDefaultFloor}, plain);
    growing.add(p, grown);
    expect_close(growing.mixture().weights, expected.weights, 1e-12, "weight");
    expect_close(growing.mixture().means, expected.means, 1e-10, "mean");
    expect_close(growing.mixture().covariances, expected.covariances, 1e-10, "variance");
    EXPECT_EQ(grown, plain);
  }
}

TEST(GrowingMixture, IsWhatALiftOfAllRowsGives) {
  for (const Data& data : {blobs(3001, 3, 12), blobs(517, 10, 8), blobs(5, 1, 3), weighted(blobs(2000, 4, 6))}) {
    const Ready in(data);
    check_steps(in, in, std::min<std::size_t>(60, in.X.size()), Rules::standard);
    check_steps(in, in, std::min<std::size_t>(5, in.X.size()), Rules::paper);
  }
}

TEST(GrowingMixture, GivesTiesToTheLowestMean) {
  for (const std::size_t n : {40U, 1500U}) {
    const Ready plain(lattice(n)), weights(weighted(lattice(n)));
    check_steps(plain, plain, 30, Rules::standard);
    check_steps(weights, weights, 30, Rules::standard);
  }
}

TEST(GrowingMixture, MeasuresTheCandidatesWhenTheyAreNotTheData) {
  const Ready in(blobs(2500, 3, 10)), candidates(blobs(130, 3, 10));
  check_steps(in, candidates, 40, Rules::standard);
}

// 4.5 million numbers are not kept twice.
TEST(GrowingMixture, IsTheSameForRowsThatAreTooManyToBeKeptTwice) {
  const Ready in(blobs(140000, 32, 4));
  check_steps(in, in, 4, Rules::standard);
}

TEST(GrowingMixture, HasTheSameBitsForAnyNumberOfThreads) {
  const auto grown = [](int threads) {
    const Ready in(blobs(20000, 3, 15), threads);
    Rng rng(3);
    Repairs repairs;
    GrowingMixture growing(in.X, 30, Rules::standard, repairs);
    while (growing.mixture().size() < 30) {
      growing.add(draw_row(in.X, growing.mixture(), rng).values, repairs);
    }
    return growing.mixture();
  };
  const Mixture alone = grown(1);
  for (const int threads : {2, 3, 5, 8}) EXPECT_EQ(grown(threads), alone);
}

// What is kept between two questions may be lost at any time.
TEST(GrowingMixture, HasTheSameBitsWhenEverythingIsForgottenNowAndThen) {
  const auto grown = [](int every) {
    const Data data = blobs(20000, 3, 40);
    Pool pool(2);
    ForgettingTeam team(data.view, pool);
    const Dataset X(team);
    Rng rng(3);
    Repairs repairs;
    GrowingMixture growing(X, 45, Rules::standard, repairs);
    for (int step = 1; growing.mixture().size() < 45; ++step) {
      const ChosenRow row = step % 3 ? draw_row(X, growing.mixture(), rng) : draw_row(X, rng);
      if (every && step % every == 0) team.forget();
      growing.add(row.values, repairs);
      if (every && step % (every + 1) == 0) team.forget();
    }
    return growing.mixture();
  };
  const Mixture remembered = grown(0);
  for (const int every : {1, 2, 5}) EXPECT_EQ(grown(every), remembered);
}

// The answer without bounds.
Moments answer_without_bounds(const Grow& question, Part& part) {
  const Density density(Centers{part.dim(), question.means});
  const std::size_t K = density.size();
  const auto pivots = std::make_shared<const std::vector<double>>(question.pivots);
  Grouping grouping;
  grouping.arrange(part, question.sorted_by);
  const auto make = [&] { return Moments(K, part.dim(), Moments::Second::diagonal, pivots); };
  part.prepare_tile_scratch(K);
  const auto sum_up = [&](std::size_t window, Moments& sums) {
    const std::size_t end = std::min(part.rows().blocks(), (window + 1) * kBlocksOfWindow);
    for (std::size_t number = window * kBlocksOfWindow; number < end; ++number) {
      part.with_block(number, grouping.order(), nullptr, [&](const Block& block) {
        part.with_tile_scratch(K, [&](TileScratch& scratch) {
          for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
            std::uint32_t labels[kernel::kTile];
            double best[kernel::kTile];
            scratch.terms.compute(density.components(), block, first);
            scratch.terms.argmax(labels, best);
            for (std::size_t i = first; i < std::min(block.rows, first + kernel::kTile); ++i) {
              scratch.row_lists.add(labels[i - first], i, 1.0);
            }
          }
          scratch.row_lists.flush(block, sums);
        });
      });
    }
  };
  Pool alone(1);
  return reduce(alone, part.rows().windows(), make, sum_up);
}

TEST(Grow, IsTheSameAsWithoutBounds) {
  const Ready in(blobs(kWindow + 3000, 3, 12));
  Rng rng(11);
  Centers means{3, {}};
  ModelPtr sorted_by;
  while (means.size() < 40) {
    const ChosenRow row = draw_row(in.X, rng);
    means.points.insert(means.points.end(), row.values.begin(), row.values.end());
    const Grow question{means.points, means.points, sorted_by, 40};
    const Moments fast = answer(question, in.part), plain = answer_without_bounds(question, in.part);
    ASSERT_EQ(encoded(fast), encoded(plain)) << means.size();
    if (means.size() % 10 == 0) sorted_by = std::make_shared<const State>(means);
  }
}

}  // namespace
}  // namespace mixseed
