#include <gtest/gtest.h>

#include "mixseed/missing.h"
#include "support/blobs.h"
#include "support/gaps.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::with_gaps;

TEST(SelectObserved, ChoosesByTheLikelihoodOfWhatIsThere) {
  const Data data = with_gaps(blobs(600, 2, 3, 9), 0.2);
  const std::size_t numbers[] = {1, 2, 3, 4};
  const std::string families[] = {"EII", "full"};
  const Selection found =
      select(data, numbers, families, Criterion::bic, Pipeline::parse("quick"), {.missing = MissingValues::marginal});
  ASSERT_EQ(found.fits.size(), 8U);
  EXPECT_EQ(found.fits[found.best].model.size(), 3U);
}

}  // namespace
}  // namespace mixseed
