#include "mixseed/data.h"

#include <gtest/gtest.h>

#include "mixseed/error.h"

namespace mixseed {
namespace {

TEST(Data, StridesReachTheSameNumbersInEitherOrder) {
  const double c_order[] = {1, 2, 3, 4, 5, 6};
  const float fortran_order[] = {1, 4, 2, 5, 3, 6};
  const DataView rows(c_order, 2, 3), columns(fortran_order, 2, 3, 1, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(rows.at(i, j), static_cast<double>(3 * i + j + 1));
      EXPECT_EQ(columns.at(i, j), rows.at(i, j));
    }
  }
}

TEST(Data, WeightsCanBePutOnAndTakenAway) {
  const double values[] = {1, 2}, weights[] = {3, 0.5};
  const DataView plain(values, 2, 1);
  EXPECT_EQ(plain.weight(1), 1);
  EXPECT_EQ(plain.with_weights(weights).weight(1), 0.5);
  EXPECT_EQ(plain.with_weights(weights).with_weights(nullptr).weight(1), 1);
}

TEST(Data, KeepsItsNumbersAliveThroughCopiesAndWeights) {
  Data kept = Data::from(std::vector<double>{1, 2, 3, 4}, 2, 2);
  kept.names = {"a", "b"};
  kept = Data(kept).weighted({5, 6});
  EXPECT_EQ(kept.view.at(1, 1), 4);
  EXPECT_EQ(kept.view.weight(1), 6);
  EXPECT_EQ(kept.names, (std::vector<std::string>{"a", "b"}));
}

template <typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Data, CountsWhatItIsGiven) {
  EXPECT_EQ(message_of([] { Data::from(std::vector<double>(5), 2, 3); }), "data: expected 2 x 3 numbers, got 5");
  EXPECT_EQ(message_of([] { Data::from(std::vector<float>(7), 2, 3); }), "data: expected 2 x 3 numbers, got 7");
  EXPECT_EQ(message_of([] { Data::from(std::vector<float>(6), 2, 3).weighted({1}); }),
            "weights: expected one per row (2), got 1");
}

}  // namespace
}  // namespace mixseed
