#include "model/resolution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "pass/distinct.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

DistinctValues distinct(const Values& values) { return distinct_of(values, Values(values.size(), 1.0)); }
double step_of(const Values& values) { return recording_step(distinct(values)); }

Values normals(std::size_t n, double mean, double deviation, std::uint64_t seed = 1) {
  Rng rng(seed);
  Values values(n);
  for (double& value : values) value = mean + deviation * rng.normal();
  return values;
}

Values rounded(Values values, double step) {
  for (double& value : values) value = std::round(value / step) * step;
  return values;
}

template <typename Map>
Values mapped(Values values, const Map& map) {
  for (double& value : values) value = map(value);
  return values;
}

TEST(RecordingStep, OfRoundedValuesIsTheirStep) {
  for (const double step : {1.0, 0.1, 0.01, 0.25, 5.0, 1e6, 1e-7}) {
    EXPECT_NEAR(step_of(rounded(normals(500, 7.3 * step, 20 * step), step)) / step, 1, 1e-6) << step;
  }
}

TEST(RecordingStep, OfContinuousValuesIsZero) {
  for (const std::size_t n : {3, 5, 6, 7, 20, 200, 5000, 40000}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(step_of(normals(n, 3, 2, seed)), 0) << n;
  }
}

TEST(RecordingStep, OfContinuousValuesStoredAsFloatsIsZero) {
  const auto as_float = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  for (const std::size_t n : {6, 100, 5000}) EXPECT_EQ(step_of(mapped(normals(n, 3, 2), as_float)), 0) << n;
}

TEST(RecordingStep, DoesNotDependOnRepetition) {
  Values twice = normals(200, 0, 1);
  const Values once = twice;
  for (int copy = 0; copy < 3; ++copy) twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(step_of(twice), 0);
  EXPECT_EQ(step_of(Values(50, 1.5)), 0) << "one value";
}

TEST(RecordingStep, IsFoundAfterStandardisingShiftingAndStoringAsFloats) {
  const Values integers = rounded(normals(3000, 45, 12), 1);
  EXPECT_NEAR(step_of(mapped(integers, [](double x) { return (x - 44.873) / 11.9372; })) * 11.9372, 1, 1e-6);
  EXPECT_NEAR(step_of(mapped(integers, [](double x) { return 1e6 + x; })), 1, 1e-6);
  const Values tenths = rounded(normals(3000, 70, 8), 0.1);
  const auto as_float = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  EXPECT_NEAR(step_of(mapped(tenths, as_float)), 0.1, 1e-4);
  EXPECT_NEAR(step_of(mapped(tenths, [&](double x) { return as_float((x - 70.1) / 8.03); })) * 8.03, 0.1, 1e-4);
}

TEST(RecordingStep, AllowsForAFewOtherValues) {
  Values scores = rounded(normals(2000, 3, 1), 1);
  for (std::size_t i = 0; i < 3; ++i) scores[100 * i] = 2.1 + 0.37 * static_cast<double>(i);
  EXPECT_NEAR(step_of(scores), 1, 1e-9);
  Values ages = rounded(normals(2000, 40, 15), 1);
  for (std::size_t i = 0; i < 20; ++i) ages[90 * i] += 0.123 + 0.031 * static_cast<double>(i);
  EXPECT_NEAR(step_of(ages), 1, 1e-6);
}

TEST(RecordingStep, OfFewValues) {
  EXPECT_EQ(step_of({0, 1, 0, 0, 1}), 1) << "two values";
  EXPECT_EQ(step_of({-1, 0, 1, 1}), 1);
  EXPECT_EQ(step_of({0, 2, 5, 2, 0}), 1) << "no two values are one step apart";
  EXPECT_EQ(step_of({0, 1, 2.71828}), 0);
}

TEST(RecordingStep, OfMoreValuesThanAreKept) { EXPECT_NEAR(step_of(rounded(normals(100000, 0, 5000), 1)), 1, 1e-6); }

TEST(RecordingStep, OfZerosAmongContinuousValuesIsZero) {
  Values values = normals(1000, 5, 1);
  for (std::size_t i = 0; i < 970; ++i) values[i] = 0;
  EXPECT_EQ(step_of(values), 0);
  const HeavyValue heavy = heaviest_value(distinct(values), 1000);
  EXPECT_EQ(heavy.value, 0);
  EXPECT_DOUBLE_EQ(heavy.share, 0.97);
}

TEST(DistinctValues, AreTheSameForAnyParts) {
  const Values all = rounded(normals(20000, 0, 900), 0.5);
  const DistinctValues whole = distinct(all);
  EXPECT_FALSE(whole.complete);
  EXPECT_EQ(whole.values.size(), DistinctValues::kMostValues);
  for (const std::size_t cut : {1, 500, 12345}) {
    DistinctValues left = distinct(Values(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(cut)));
    left.merge(distinct(Values(all.begin() + static_cast<std::ptrdiff_t>(cut), all.end())));
    EXPECT_EQ(left.values, whole.values);
    EXPECT_EQ(left.masses, whole.masses);
    EXPECT_FALSE(left.complete);
  }
}

TEST(DistinctValues, CountWeights) {
  const DistinctValues column = distinct_of(Values{2, 3, 2, 4}, Values{1, 0.5, 2, 0});
  EXPECT_TRUE(column.complete);
  ASSERT_EQ(column.values.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(column.masses[i], column.values[i] == 2 ? 3 : 0.5);
}

TEST(DistinctValues, KeepZeroAmongManyValues) {
  Values values = normals(20000, 0, 1);
  for (std::size_t i = 0; i < values.size(); i += 4) values[i] = i % 8 == 0 ? 0.0 : -0.0;
  EXPECT_DOUBLE_EQ(heaviest_value(distinct(values), 20000).share, 0.25);
}

}  // namespace
}  // namespace mixseed
