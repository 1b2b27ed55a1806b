#include "team/counting.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;

TEST(CountingTeam, TellsTheRowsOfEveryQuestionAlsoOfSamples) {
  const Data data = blobs(100, 2, 2), few = blobs(7, 2, 1);
  Pool pool(1);
  LocalTeam local(data.view, pool);
  std::vector<std::size_t> rows;
  CountingTeam team(local, 100, [&](std::size_t asked) { rows.push_back(asked); });
  const Dataset X(team);
  EXPECT_EQ(rows, (std::vector<std::size_t>{100}));  // Inspect
  const Subsample held(X.team(), few);
  EXPECT_EQ(rows, (std::vector<std::size_t>{100, 7}));
  Rng rng(1);
  draw_row(held.rows(), rng);
  draw_row(X, rng);
  EXPECT_EQ(rows, (std::vector<std::size_t>{100, 7, 7, 100}));
}

TEST(CountingTeam, ChangesNoAnswer) {
  const Data data = blobs(3000, 2, 3);
  Pool pool(1);
  LocalTeam local(data.view, pool), other(data.view, pool);
  CountingTeam team(local, 3000, [](std::size_t) {});
  const Mixture theta{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 6, 3}, {1, 2}};
  const auto moments = [&](Team& asked) {
    return testing::expected(Dataset(asked), theta, Moments::Second::full, Rules::standard).full_scatter(1);
  };
  EXPECT_EQ(moments(team), moments(other));
}

}  // namespace
}  // namespace mixseed
