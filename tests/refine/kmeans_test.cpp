#include <gtest/gtest.h>

#include "refine/refiners.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

Centers run(const Dataset& X, const Centers& start, const char* rounds, Journal& journal) {
  const Refiner refiner = kmeans();
  Parameters parameters(refiner.info);
  parameters.set("rounds", rounds);
  Rng rng(1);
  Refining in{X, parameters, rng, journal};
  return std::get<Centers>(refiner.refine(in, start));
}

TEST(Kmeans, MovesEveryCentreToTheMeanOfItsNearestRows) {
  const Ready ready(Data::from(std::vector<double>{0, 1, 2, 10, 11, 15}, 6, 1));
  Journal journal({});
  EXPECT_EQ(run(ready.X, Centers{1, {0, 9}}, "1", journal).points, (std::vector<double>{1, 12}));
}

TEST(Kmeans, NeverLetsTheCostRise) {
  const Ready ready(blobs(300, 3, 5, 2));
  std::size_t compared = 0;
  for (std::size_t number = 0; number < 20; ++number) {
    Centers start{3, {}};
    for (std::size_t k = 0; k < 6; ++k) {
      const auto row = ready.row(13 * number + 7 * k);
      start.points.insert(start.points.end(), row.begin(), row.end());
    }
    Journal journal({});
    run(ready.X, start, "50", journal);
    for (std::size_t i = 1; i < journal.trace().size(); ++i) {
      if (journal.trace()[i - 1].repairs.reseeded > 0) continue;
      ASSERT_LE(journal.trace()[i].objective, journal.trace()[i - 1].objective * (1 + 1e-12));
      ++compared;
    }
  }
  EXPECT_GT(compared, 100U);
}

TEST(Kmeans, StopsAtAFixedPointWithTheCentresOfAllRounds) {
  const Ready ready(blobs(200, 2, 3));
  const Centers start{2, {0, 0, 3, 3, 9, 9}};
  Journal short_journal({}), long_journal({});
  const Centers ended = run(ready.X, start, "1000", long_journal);
  EXPECT_LT(long_journal.trace().size(), 100U);
  const Centers again = run(ready.X, ended, "1", short_journal);
  for (std::size_t i = 0; i < ended.points.size(); ++i) EXPECT_DOUBLE_EQ(again.points[i], ended.points[i]);
}

TEST(Kmeans, MovesACentreWithoutRowsToARow) {
  const Ready ready(Data::from(std::vector<double>{0, 1, 2, 10, 11, 15}, 6, 1));
  Journal journal({});
  const Centers ended = run(ready.X, Centers{1, {5, 1000}}, "25", journal);
  EXPECT_EQ(journal.repairs().reseeded, 1U);
  for (const double x : ended.points) EXPECT_LE(x, 15);
}

}  // namespace
}  // namespace mixseed
