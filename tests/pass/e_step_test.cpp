#include "pass/e_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/noise.h"
#include "support/blobs.h"
#include "support/numbers_of.h"

namespace mixseed {
namespace {

using Second = Moments::Second;
using testing::blobs;
using testing::classified;
using testing::expected;
using testing::nearest;
using testing::numbers_of;
using testing::Ready;
using Values = std::vector<double>;

// A full mixture near the blobs; overlapping enough that responsibilities are not 0 or 1.
Mixture near_blobs(std::size_t dim) {
  Rng rng(31);
  Mixture theta{Covariance::full, dim, {0.2, 0.5, 0.3}, {}, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < dim; ++j) {
      theta.means.push_back(3 * static_cast<double>(k) + rng.normal());
      for (std::size_t l = 0; l < dim; ++l) theta.covariances.push_back(j == l ? 4 + rng.uniform() : 0.5);
    }
  }
  return theta;
}

const Centers kCenters{2, {0, 0, 6, 3, 12, 6}};

void expect_close(const Values& left, const Values& right, double tolerance) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << "number " << i;
  }
}

// Every pass, as plain numbers.
std::vector<Values> all_passes(const Dataset& X) {
  const Mixture theta = near_blobs(2);
  return {numbers_of(expected(X, theta, Second::full, Rules::standard)),
          numbers_of(expected(X, theta, Second::diagonal, Rules::paper)),
          numbers_of(classified(X, theta, Second::full)), numbers_of(nearest(X, kCenters, Second::diagonal))};
}

TEST(Passes, GiveTheSameBitsForAnyNumberOfThreads) {
  Values weights(5000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 0.1 * static_cast<double>(i % 13);
  for (const Data& data : {blobs(5000, 2, 3), blobs(5000, 2, 3).weighted(weights)}) {
    const auto alone = all_passes(Ready(data, 1).X);
    for (const int threads : {2, 3, 5, 8}) EXPECT_EQ(all_passes(Ready(data, threads).X), alone);
  }
}

TEST(Passes, WeightsCountAsRepetitions) {
  const std::size_t n = 900;
  const Data data = blobs(n, 2, 3);
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>((7 * i) % 4);
  const Ready weighted(data.weighted(weights)), repeated(testing::repeated(data, weights));
  const auto left = all_passes(weighted.X), right = all_passes(repeated.X);
  for (std::size_t pass = 0; pass < 4; ++pass) expect_close(left[pass], right[pass], 1e-12);
}

TEST(Expect, GivesToTheNoiseWhatItsShareOfEveryRowSays) {
  const std::size_t n = 1500;
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 3);
  const Ready in(blobs(n, 3, 3).weighted(weights));
  const Noise box{0, std::log(1000.0), Values(3, -5.0), Values(3, 10.0)};
  const Mixture theta = with_noise(near_blobs(3), box, 0.3);
  Sorting sorting;
  const EStepResult e_step = expect(in.X, theta, Second::none, Rules::standard, sorting);
  const Values r = responsibilities(theta, in.data.view, 1), scores = score_rows(theta, in.data.view, 1);
  double mass[4] = {}, objective = 0, certainty = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 4; ++k) mass[k] += weights[i] * r[4 * i + k];
    objective += weights[i] * scores[i];
    certainty += weights[i] * std::log(*std::max_element(r.begin() + 4 * i, r.begin() + 4 * i + 4));
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(e_step.moments.mass(k), mass[k], 1e-10 * mass[k]);
  EXPECT_NEAR(e_step.moments.noise, mass[3], 1e-10 * mass[3]);
  EXPECT_NEAR(e_step.moments.objective, objective, 1e-10 * std::abs(objective));
  EXPECT_NEAR(e_step.certainty, certainty, 1e-9 * std::abs(certainty));
  // Rows in the order of their components, and most components ruled out: the same, but for rounding.
  const EStepResult again = expect(in.X, theta, Second::none, Rules::standard, sorting);
  EXPECT_NEAR(again.moments.noise, mass[3], 1e-10 * mass[3]);
}

TEST(Expect, IsTheSumOverRowsOfTheirResponsibilities) {
  const Ready in(blobs(1500, 3, 3));
  const Mixture theta = near_blobs(3);
  const Moments moments = expected(in.X, theta, Second::none, Rules::standard);
  const Values r = responsibilities(theta, in.data.view, 1), scores = score_rows(theta, in.data.view, 1);
  double objective = 0;
  for (const double score : scores) objective += score;
  EXPECT_NEAR(moments.objective, objective, 1e-10 * std::abs(objective));
  for (std::size_t k = 0; k < 3; ++k) {
    double mass = 0;
    Values sum(3, 0.0);
    for (std::size_t i = 0; i < 1500; ++i) {
      mass += r[i * 3 + k];
      for (std::size_t j = 0; j < 3; ++j) sum[j] += r[i * 3 + k] * in.data.view.at(i, j);
    }
    EXPECT_NEAR(moments.mass(k), mass, 1e-10);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(moments.mean(k)[j], sum[j] / mass, 1e-12);
  }
}

TEST(Expect, MassesSumToTheTotalWeight) {
  const std::size_t n = 3000;
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 5) / 3;
  for (const Rules rules : {Rules::standard, Rules::paper}) {
    const Ready plain(blobs(n, 2, 3)), weighted(blobs(n, 2, 3).weighted(weights));
    for (const Ready* in : {&plain, &weighted}) {
      const Moments moments = expected(in->X, near_blobs(2), Second::full, rules);
      EXPECT_NEAR(moments.total_mass(), in->X.observations(), 1e-10);
    }
  }
}

// N(x | 0, 1) underflows to zero between |x| = 38.6 and 38.7: log(2^-1075) = -745.13.
const Mixture kTwo{Covariance::spherical, 1, {0.25, 0.75}, {0, 1}, {1, 1}};

TEST(Expect, UnderThePapersRulesARowThatUnderflowsHasTheWeightsAsResponsibilities) {
  const Ready in(Data::from(Values{-60}, 1, 1));
  const Moments paper = expected(in.X, kTwo, Second::none, Rules::paper);
  EXPECT_EQ(paper.mass(0), 0.25);
  EXPECT_EQ(paper.mass(1), 0.75);
  const Moments standard = expected(in.X, kTwo, Second::none, Rules::standard);
  EXPECT_NEAR(standard.mass(0), 1, 1e-15);
  EXPECT_EQ(standard.objective, paper.objective);
}

TEST(Expect, ThePapersRulesChangeNothingBeforeTheUnderflow) {
  const auto mass_at = [](double x, Rules rules) {
    return expected(Ready(Data::from(Values{x}, 1, 1)).X, kTwo, Second::none, rules).mass(0);
  };
  EXPECT_EQ(mass_at(-38.5, Rules::paper), mass_at(-38.5, Rules::standard));
  EXPECT_GT(mass_at(-38.5, Rules::paper), 0.99);
  EXPECT_EQ(mass_at(-38.7, Rules::paper), 0.25);
}

TEST(Passes, RowsWithoutWeightNeverReachTheObjective) {
  const Ready without(Data::from(Values{1, 2, 3, 4}, 2, 2));
  const Ready with(Data::from(Values{1, 2, 3, 4, 1e200, -1e200}, 3, 2).weighted({1, 1, 0}));
  const Mixture theta = near_blobs(2);
  EXPECT_EQ(numbers_of(expected(with.X, theta, Second::full, Rules::standard)),
            numbers_of(expected(without.X, theta, Second::full, Rules::standard)));
  EXPECT_EQ(numbers_of(expected(with.X, theta, Second::full, Rules::paper)),
            numbers_of(expected(without.X, theta, Second::full, Rules::paper)));
  EXPECT_EQ(numbers_of(classified(with.X, theta, Second::full)),
            numbers_of(classified(without.X, theta, Second::full)));
  EXPECT_EQ(numbers_of(nearest(with.X, kCenters, Second::full)),
            numbers_of(nearest(without.X, kCenters, Second::full)));
}

TEST(Classify, SendsEveryRowToTheLargestTerm) {
  const Ready in(blobs(1300, 2, 3));
  const Mixture theta = near_blobs(2);
  const Moments moments = classified(in.X, theta, Second::diagonal);
  const auto labels = assign(theta, in.data.view, 1);
  const Values r = responsibilities(theta, in.data.view, 1), scores = score_rows(theta, in.data.view, 1);
  Values counts(3, 0.0);
  double objective = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++counts[labels[i]];
    objective += scores[i] + std::log(r[i * 3 + labels[i]]);
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(moments.mass(k), counts[k]);
  EXPECT_NEAR(moments.objective, objective, 1e-9 * std::abs(objective));
}

TEST(Classify, TiesGoToTheLowestIndex) {
  const Ready in(Data::from(Values{0, 0, 0}, 3, 1));
  const Mixture theta{Covariance::spherical, 1, {0.2, 0.4, 0.4}, {0, -1, 1}, {1e6, 1, 1}};
  const Moments moments = classified(in.X, theta, Second::none);
  EXPECT_EQ(moments.mass(0), 0);
  EXPECT_EQ(moments.mass(1), 3);
  EXPECT_EQ(moments.mass(2), 0);
}

TEST(AssignNearest, TiesGoToTheLowestIndex) {
  const Ready in(Data::from(Values{0, 0, 5, 5}, 2, 2));
  const Moments moments = nearest(in.X, {2, {9, 9, 3, 4, 4, 3, 4, 3}}, Second::none);
  EXPECT_EQ(moments.mass(1), 2);
  EXPECT_EQ(moments.total_mass(), 2);
}

TEST(AssignNearest, ObjectiveIsTheSumOfTheSquaredDistances) {
  const Ready in(Data::from(Values{0, 1, 7, 3, 12, 9}, 3, 2).weighted({2, 1, 3}));
  const Moments moments = nearest(in.X, kCenters, Second::diagonal);
  EXPECT_EQ(moments.objective, 2 * 1 + 1 * 1 + 3 * 9);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(moments.scatter(k), 0);
}

TEST(Expect, CertaintyIsTheSumOfTheLogarithmsOfTheLargestResponsibilities) {
  const Ready in(blobs(1300, 2, 3).weighted(Values(1300, 0.5)));
  const Mixture theta = near_blobs(2);
  Sorting sorting;
  double certainty = 0;
  const Values r = responsibilities(theta, in.data.view, 1);
  for (std::size_t i = 0; i < 1300; ++i) {
    certainty += 0.5 * std::log(std::max({r[3 * i], r[3 * i + 1], r[3 * i + 2]}));
  }
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_NEAR(expect(in.X, theta, Second::none, Rules::standard, sorting).certainty, certainty, 1e-10);
  }
}

TEST(Classify, MarksTellWhetherAComponentHasTheSameRows) {
  const Ready in(blobs(2000, 2, 3));
  Centers centers = kCenters;
  const auto partition_hashes = [&] { return assign_nearest(in.X, centers, Second::none).partition_hashes; };
  const auto before = partition_hashes();
  centers.points[4] += 1e-9;  // no row moves
  EXPECT_EQ(partition_hashes(), before);
  centers.points[5] += 3;  // only the last two exchange rows
  const auto after = partition_hashes();
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
  EXPECT_NE(after[2], before[2]);
}

}  // namespace
}  // namespace mixseed
