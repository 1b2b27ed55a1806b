#include "mixseed/advice.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

// Standard normal columns of which one has the same value in some of the rows.
Data with_point_mass(double share) {
  Rng rng(1);
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) {
    values.push_back(rng.normal());
    values.push_back(i < 2000 * share ? 7 : rng.normal());
  }
  return Data::from(std::move(values), 2000, 2);
}

TEST(Advice, OrdinaryDataNeedNone) {
  const Fit ordinary = fit(blobs(600, 2, 3), 3);
  EXPECT_TRUE(data_advice(ordinary).empty());
  EXPECT_TRUE(collapse_advice(ordinary).empty());
}

TEST(Advice, NamesTheColumnWithAValueThatNoGaussianDescribes) {
  const Fit found = fit(with_point_mass(0.3), 1);
  const std::vector<std::string> advice = data_advice(found, {"height", "weight"});
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0],
            "column 2 (weight): 30 % of the rows have the value 7, which no Gaussian describes. Leave such columns "
            "out, or model these rows apart.");
  EXPECT_EQ(data_advice(found)[0].find("column 2: 30 %"), 0U) << "without names";
}

TEST(Advice, WarnsOfFewRowsForCovariancesOfTheirOwn) {
  const Data data = blobs(30, 10, 1);
  const std::vector<std::string> advice = data_advice(fit(data, 2));
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].find("15 rows per component for 10 columns"), 0U) << advice[0];
  EXPECT_TRUE(data_advice(fit(data, 2, "auto/em:covariance=diagonal")).empty());
  EXPECT_TRUE(data_advice(fit(data, 1)).empty()) << "30 rows per component";
}

TEST(Advice, CountsCollapsedComponentsAndNamesRemedies) {
  Fit found;
  found.model.weights = {0.5, 0.3, 0.2};
  found.restarts.resize(1);
  found.restarts[0].collapsed = 2;
  const std::vector<std::string> advice = collapse_advice(found);
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].find("2 of 3 components have collapsed"), 0U) << advice[0];
  EXPECT_NE(advice[0].find(collapse_remedies()), std::string::npos);
}

}  // namespace
}  // namespace mixseed
