#include "fit/replications.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using testing::blobs;

const Mixture kOne{Covariance::full, 1, {1.0}, {3}, {4}};

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// A row of weight 3 among 6 is drawn Binomial(6, 1/2) times.
TEST(Resample, RowsAreDrawnInProportionToTheirWeights) {
  const Data data = Data::from(std::vector<double>{0, 1, 2, 3}, 4, 1).weighted({1, 3, 1, 1});
  const Rng rng(5);
  const std::size_t replications = 4000;
  double mean = 0, squares = 0;
  for (std::size_t b = 0; b < replications; ++b) {
    const std::vector<double> counts = resample(data.view, kOne, Resampling::rows, rng.split(b)).weights;
    ASSERT_EQ(sum(counts), 6);
    mean += counts[1] / static_cast<double>(replications);
    squares += (counts[1] - 3) * (counts[1] - 3) / static_cast<double>(replications);
  }
  EXPECT_NEAR(mean, 3, 5 * std::sqrt(1.5 / static_cast<double>(replications)));
  EXPECT_NEAR(squares, 1.5, 0.15);
}

TEST(Resample, RandomWeightsKeepTheSumAndLoseNoRow) {
  const Data data = blobs(500, 1, 1);
  const Resample drawn = resample(data.view, kOne, Resampling::weights, Rng(2));
  EXPECT_NEAR(sum(drawn.weights), 500, 1e-9);
  double squares = 0;
  for (const double weight : drawn.weights) {
    EXPECT_GT(weight, 0);
    squares += (weight - 1) * (weight - 1);
  }
  EXPECT_NEAR(squares / 500, 1, 5 * std::sqrt(8.0 / 500));  // of an exponential distribution; its fourth moment is 9
}

TEST(Resample, RowsOfTheModelAreAsManyAsTheObservations) {
  const Data data = blobs(100, 1, 1).weighted(std::vector<double>(100, 2.0));
  const Resample drawn = resample(data.view, kOne, Resampling::model, Rng(1));
  EXPECT_EQ(drawn.view.rows(), 200U);
  EXPECT_NEAR(sum(drawn.values) / 200, 3, 5 * 2 / std::sqrt(200.0));
}

TEST(Replicate, LeavesOutWhatFailsAndKeepsTheOrder) {
  const auto work = [](std::size_t b) -> std::optional<std::size_t> {
    if (b % 3 == 0) throw Error(ErrorCode::failed, "no fit");
    if (b % 3 == 1) return std::nullopt;
    return b;
  };
  EXPECT_EQ(replicate<std::size_t>({.replications = 9, .threads = 3}, work), (std::vector<std::size_t>{2, 5, 8}));
  const auto wrong = [](std::size_t) -> std::optional<int> { throw Error(ErrorCode::usage, "wrong"); };
  EXPECT_EQ(testing::message(ErrorCode::usage, [&] { replicate<int>({.replications = 4}, wrong); }), "wrong");
}

}  // namespace
}  // namespace mixseed
