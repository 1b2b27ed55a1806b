#include "model/whitening.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using Row = std::vector<double>;

TEST(Whitening, GivesRowsWithTheIdentityAsCovariance) {
  Rng rng(4);
  Row values;
  for (int i = 0; i < 500; ++i) {
    const double x = rng.normal();
    values.insert(values.end(), {100 + x, 3 * x + rng.normal(), 60 * rng.normal()});
  }
  const testing::Ready ready(Data::from(std::move(values), 500, 3));
  const testing::Ready white(whitened_rows(ready.data.view, whitening_of(ready.X.summary())));
  ASSERT_EQ(white.X.dim(), 3U);
  for (std::size_t at = 0; at < 9; ++at) EXPECT_NEAR(white.X.summary().covariance[at], at % 4 == 0 ? 1 : 0, 1e-9);
  for (const double mean : white.X.summary().mean) EXPECT_NEAR(mean, 0, 1e-9);
}

TEST(Whitening, LeavesOutDirectionsInWhichNothingVaries) {
  const testing::Ready flat(Data::from(Row{1, 2, 5, 2, 4, 5, 4, 8, 5, 0, 0, 5}, 4, 3));
  EXPECT_EQ(whitening_of(flat.X.summary()).size, 1U);
}

TEST(Whitening, KeepsWeightsAndGivesConstantRowsOneColumnOfZeros) {
  const testing::Ready ready(Data::from(Row{1, 2, 1, 2, 1, 2}, 3, 2).weighted({1, 2, 3}));
  const Data white = whitened_rows(ready.data.view, whitening_of(ready.X.summary()));
  ASSERT_EQ(white.view.columns(), 1U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(white.view.at(i, 0), 0);
    EXPECT_EQ(white.view.weight(i), static_cast<double>(i + 1));
  }
}

}  // namespace
}  // namespace mixseed
