#include "fit/auto.h"

#include <gtest/gtest.h>

#include "fit/stages.h"
#include "mixseed/mixseed.h"

namespace mixseed {
namespace {

TEST(WithPrior, ReplacesTheRuleByANumberAndTheDefaultWhereRequested) {
  const auto prior = [](const char* method, bool by_default) {
    return with_prior(Pipeline::parse(method), 2, 5, 140, by_default).refiners.back().parameters.number("prior");
  };
  EXPECT_EQ(prior("uniform/em:prior=auto", false), 1);
  EXPECT_EQ(prior("uniform/em", true), 1);
  EXPECT_EQ(prior("uniform/em", false), kPriorByMethod);
  EXPECT_EQ(prior("uniform/em:prior=3", true), 3);
  EXPECT_EQ(prior("uniform/em:rules=paper", true), kPriorByMethod);
}

TEST(FitSize, CountsRowsPerParameterAndPerColumn) {
  const FitSize full{family_of(Covariance::full), 10, 4, 1315};
  EXPECT_DOUBLE_EQ(full.rows_per_parameter(), 5) << "263 free parameters";
  EXPECT_DOUBLE_EQ(full.row_ratio(), 1315.0 / 4 / 12);
  EXPECT_GT((FitSize{family_of(Covariance::spherical), 10, 4, 1315}).row_ratio(), full.row_ratio());
}

}  // namespace
}  // namespace mixseed
