#include "fit/recording.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;

// Integers, continuous values, and continuous values of which 40 of 200 are 0.
Data three_columns() {
  Rng rng(1);
  std::vector<double> values;
  for (int i = 0; i < 200; ++i) {
    values.push_back(std::round(10 * rng.normal()));
    values.push_back(rng.normal());
    values.push_back(i % 5 == 0 ? 0 : 5 + rng.normal());
  }
  return Data::from(std::move(values), 200, 3);
}

TEST(Recording, FindsStepsAndTheValueThatManyRowsShare) {
  const Recording found = recording_of(Ready(three_columns()).X, std::nullopt);
  EXPECT_EQ(found.steps, (std::vector<double>{1, 0, 0}));
  ASSERT_EQ(found.point_masses.size(), 1U);
  EXPECT_EQ(found.point_masses[0].column, 2U);
  EXPECT_EQ(found.point_masses[0].value, 0);
  EXPECT_EQ(found.point_masses[0].share, 0.2);
  EXPECT_FALSE(found.point_masses[0].two_values);
}

TEST(Recording, GivenStepsReplaceThoseOfTheData) {
  const Ready ready(three_columns());
  EXPECT_EQ(recording_of(ready.X, {{0.5}}).steps, (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(recording_of(ready.X, {{0, 2, 3}}).steps, (std::vector<double>{0, 2, 3}));
  EXPECT_EQ(message(ErrorCode::usage,
                    [&] {
                      recording_of(ready.X, {{1, 2}});
                    }),
            "resolution: expected one number, or one for each of 3 columns, got 2");
}

}  // namespace
}  // namespace mixseed
