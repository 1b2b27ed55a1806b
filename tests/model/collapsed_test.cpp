#include "model/collapsed.h"

#include <gtest/gtest.h>

#include "model/resolution.h"

namespace mixseed {
namespace {

DataSummary unit_summary() { return summary_of({0, 0}, {1, 0, 0, 1}); }

DataSummary rounded(const std::vector<double>& steps) {
  DataSummary summary = unit_summary();
  summary.rounding_root = rounding_root(steps);
  return summary;
}

TEST(Collapsed, RowsThatShareAValueCollapseUnlessTheValueIsARecordingStep) {
  // The second and the third have no width in the first column.
  const auto mixture = [](double variance) {
    return Mixture{
        Covariance::diagonal, 2, {0.69, 0.01, 0.3}, {0, 0, 1, 1, 2, 2}, {1, 1, variance, 0.1, variance, 0.1}};
  };
  const Floor continuous(unit_summary(), 1e-6), stepped(rounded({0.1, 0}), 1e-6);
  const double least = 1e-6 + kRoundingShare * 0.01;
  EXPECT_EQ(count_collapsed(continuous, mixture(1e-6), 10000), 2U);
  EXPECT_EQ(collapsed_components(stepped, mixture(least), 1000), (std::vector<bool>{false, true, false})) << "ten rows";
  EXPECT_EQ(count_collapsed(stepped, mixture(least), 10000), 0U);
}

TEST(Collapsed, FewRowsNearlyOnALineCollapse) {
  const Floor floor(unit_summary(), 1e-6);
  const auto mixture = [](double width) {
    return Mixture{Covariance::full, 2, {0.9, 0.1}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 0, 0, width * width}};
  };
  EXPECT_EQ(count_collapsed(floor, mixture(0.016), 100), 1U) << "ten rows";
  EXPECT_EQ(count_collapsed(floor, mixture(0.016), 1000), 0U) << "a hundred rows";
  EXPECT_EQ(count_collapsed(floor, mixture(0.2), 100), 0U) << "wide enough";
}

TEST(Collapsed, ASharedCovarianceCountsTheRowsOfAllComponents) {
  const Floor floor(rounded({0.1, 0}), 1e-6);
  const Mixture theta{Covariance::tied, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1e-6 + kRoundingShare * 0.01, 0, 0, 1}};
  EXPECT_EQ(count_collapsed(floor, theta, 20), 2U);
  EXPECT_EQ(count_collapsed(floor, theta, 200), 0U);
}

}  // namespace
}  // namespace mixseed
