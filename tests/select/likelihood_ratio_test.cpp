#include <gtest/gtest.h>

#include "mixseed/bootstrap.h"
#include "mixseed/fit.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;

TEST(RatioTest, SeesTheComponentThatIsMissingAndNoneThatIsNot) {
  const Data data = blobs(200, 2, 2, 7);
  const Pipeline quick = Pipeline::parse("quick");
  const RatioTest short_of_one = ratio_test(data, fit(data, 1).model, quick, {.replications = 39});
  EXPECT_EQ(short_of_one.p_value, 1.0 / 40);
  const RatioTest enough = ratio_test(data, fit(data, 2).model, quick, {.replications = 39});
  EXPECT_GT(enough.p_value, 0.05);
  EXPECT_LT(enough.statistic, short_of_one.statistic);
}

TEST(RatioTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(120, 2, 2, 4);
  const Mixture model = fit(data, 2).model;
  const Pipeline quick = Pipeline::parse("quick");
  const RatioTest one = ratio_test(data, model, quick, {.replications = 20, .threads = 1});
  const RatioTest three = ratio_test(data, model, quick, {.replications = 20, .threads = 3});
  EXPECT_EQ(one.replications, three.replications);
  EXPECT_EQ(one.statistic, three.statistic);
}

}  // namespace
}  // namespace mixseed
