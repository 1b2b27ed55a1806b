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

TEST(Data, AreSeenThroughSpansAndVectors) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6}, weights{1, 2, 3};
  const DataView view(values, 2);
  EXPECT_EQ(view.rows(), 3U);
  EXPECT_EQ(view.at(2, 0), 5);
  EXPECT_EQ(DataView(values).columns(), 1U);
  EXPECT_EQ(view.with_weights(weights).weight(2), 3);
  const std::vector<float> floats{1, 2};
  EXPECT_EQ(DataView(std::span(floats), 2).floats(), floats.data());
  static_assert(!std::is_constructible_v<DataView, std::vector<double>, std::size_t>, "it would be gone at once");
}

TEST(Data, AreTakenFromRows) {
  const Data data = Data::from({{1, 2}, {3, 4}, {5, 6}});
  const DataView& view = data;
  EXPECT_EQ(view.rows(), 3U);
  EXPECT_EQ(view.at(1, 1), 4);
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
  const std::vector<double> five(5);
  EXPECT_EQ(message_of([&] { DataView(five, 2); }), "data: expected whole rows of 2 numbers, got 5 numbers");
  EXPECT_EQ(message_of([&] { DataView(five, 0); }), "data: expected whole rows of 0 numbers, got 5 numbers");
  EXPECT_EQ(message_of([&] { DataView(five).with_weights(std::span(five).first(4)); }),
            "weights: expected one per row (5), got 4");
  EXPECT_EQ(message_of([] { Data::from({{1, 2}, {3}}); }), "data: row 1: expected 2 numbers like row 0, got 1");
}

}  // namespace
}  // namespace mixseed
