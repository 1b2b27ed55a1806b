#include "pass/observed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/evaluate.h"
#include "support/blobs.h"
#include "support/message.h"
#include "support/mixtures.h"
#include "support/numbers_of.h"

namespace mixseed {
namespace {

using Second = Moments::Second;
using Values = std::vector<double>;
const double kMissing = std::nan("");

// Every number is missing with this probability.
Data with_gaps(const Data& data, double share, std::uint64_t seed = 5) {
  Rng rng(seed);
  const std::size_t n = data.view.rows(), dim = data.view.columns();
  Values values(data.view.doubles(), data.view.doubles() + n * dim);
  for (double& value : values) value = rng.uniform() < share ? kMissing : value;
  return Data::from(std::move(values), n, dim);
}

TEST(Observed, WholeRowsGiveWhatTheOtherPassGives) {
  const Mixture theta = testing::random_mixture(Covariance::full, 3, 4, 4);
  const testing::Ready in(testing::around_means(theta, 2500));
  const ObservedRows rows(in.data.view, true);
  for (const Second second : {Second::none, Second::diagonal, Second::full}) {
    const EStepResult ours = expect(rows, theta, second, in.pool);
    const Values left = testing::numbers_of(ours.moments);
    const Values right = testing::numbers_of(testing::expected(in.X, theta, second, Rules::standard));
    ASSERT_EQ(left.size(), right.size());
    for (std::size_t i = 0; i < left.size(); ++i) EXPECT_NEAR(left[i], right[i], 1e-9 * (1 + std::abs(right[i])));
  }
}

TEST(Observed, ScoresARowByTheMarginalOfWhatIsSeen) {
  const Mixture theta = testing::random_mixture(Covariance::full, 3, 3, 3);
  const Values values{0.5, kMissing, -1, kMissing, 2, kMissing, kMissing, kMissing, kMissing, 1, 2, 3};
  const DataView view(values.data(), 4, 3);
  Pool pool(2);
  const ObservedPosterior posterior = posterior_of(ObservedRows(view, false), theta, pool);
  const std::vector<std::vector<std::size_t>> seen{{0, 2}, {1}, {}, {0, 1, 2}};
  for (std::size_t i : {0U, 1U, 3U}) {
    Values part;
    for (const std::size_t j : seen[i]) part.push_back(view.at(i, j));
    const DataView row(part.data(), 1, part.size());
    const Mixture other = marginal(theta, seen[i]);
    EXPECT_NEAR(posterior.log_densities[i], score_rows(other, row, 1)[0], 1e-12);
    const Values shares = responsibilities(other, row, 1);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(posterior.responsibilities[i * 3 + k], shares[k], 1e-12);
  }
  EXPECT_NEAR(posterior.log_densities[2], 0, 1e-12) << "nothing is seen";
  const Values given{0.5, -1};
  const std::size_t columns[] = {0, 2};
  const Mixture rest = conditional(theta, columns, given);
  double mean = 0;
  for (std::size_t k = 0; k < 3; ++k) mean += rest.weights[k] * rest.means[k];
  EXPECT_NEAR(posterior.filled[1], mean, 1e-12);
  EXPECT_EQ(posterior.filled[0], 0.5);
}

TEST(Observed, GivesTheSameBitsForAnyNumberOfThreads) {
  const Mixture theta = testing::random_mixture(Covariance::full, 4, 3, 3);
  const Data data = with_gaps(testing::around_means(theta, 5000), 0.3);
  const ObservedRows rows(data.view, true);
  Pool one(1);
  const EStepResult alone = expect(rows, theta, Second::full, one);
  for (const int threads : {2, 5}) {
    Pool pool(threads);
    const EStepResult together = expect(rows, theta, Second::full, pool);
    EXPECT_EQ(testing::numbers_of(together.moments), testing::numbers_of(alone.moments));
    EXPECT_EQ(together.certainty, alone.certainty);
  }
}

TEST(Observed, DrawsWhatIsMissingFromItsConditionalDistribution) {
  const std::size_t n = 20000;
  const Mixture one{Covariance::full, 2, {1.0}, {1, 2}, {1, 0.8, 0.8, 2}};
  Values values;
  for (std::size_t i = 0; i < n; ++i) values.insert(values.end(), {3, kMissing});
  const ObservedRows rows(DataView(values.data(), n, 2), true);
  Pool pool(2), alone(1);
  const Values filled = filled_by_draws(rows, one, Rng(1), pool);
  EXPECT_EQ(filled, filled_by_draws(rows, one, Rng(1), alone));
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < n; ++i) mean += filled[2 * i + 1] / n;
  for (std::size_t i = 0; i < n; ++i) square += (filled[2 * i + 1] - mean) * (filled[2 * i + 1] - mean) / n;
  const double variance = 2 - 0.64;
  EXPECT_NEAR(mean, 2 + 0.8 * 2, 4 * std::sqrt(variance / n));
  EXPECT_NEAR(square, variance, 4 * variance * std::sqrt(2.0 / n));
  EXPECT_EQ(filled[0], 3);
}

TEST(Observed, LeavesOutRowsWithoutANumberAndRefusesInfinity) {
  const Values values{1, 2, kMissing, kMissing, 3, kMissing};
  EXPECT_EQ(ObservedRows(DataView(values.data(), 3, 2), true).size(), 2U);
  EXPECT_EQ(ObservedRows(DataView(values.data(), 3, 2), false).size(), 3U);
  const Values infinite{1, INFINITY};
  EXPECT_EQ(testing::message(ErrorCode::input, [&] { ObservedRows(DataView(infinite.data(), 1, 2), true); }),
            "row 1, column 2: expected a finite or a missing number, got inf");
  const Values nothing{kMissing};
  EXPECT_EQ(testing::message(ErrorCode::input, [&] { ObservedRows(DataView(nothing.data(), 1, 1), true); }),
            "the data have no row with a number");
}

// Three numbers of weights 1, 2 and 1 in the first column, two in the second.
TEST(Observed, FactsOfAColumnAreThoseOfItsNumbers) {
  const double none = std::nan("");
  const std::vector<double> values{1, 5, 3, none, 5, 9}, weights{1, 2, 1};
  const DataView view = DataView(values.data(), 3, 2).with_weights(weights.data());
  const DataSummary summary = summary_by_column(ObservedRows(view, true));
  EXPECT_EQ(summary.mean, (std::vector<double>{3, 7}));
  EXPECT_EQ(summary.covariance, (std::vector<double>{2, 0, 0, 4}));
}

}  // namespace
}  // namespace mixseed
