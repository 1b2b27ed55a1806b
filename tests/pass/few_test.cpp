#include <gtest/gtest.h>

#include <cmath>

#include "model/components.h"
#include "model/noise.h"
#include "pass/subsample.h"
#include "pass/verbs.h"
#include "support/blobs.h"
#include "support/numbers_of.h"
#include "team/counting.h"

namespace mixseed {
namespace {

using Second = Moments::Second;
using testing::blobs;
using Values = std::vector<double>;

constexpr std::size_t kRows = 2500;  // some blocks

Mixture wide(Covariance covariance) {
  Mixture theta{covariance, 2, {0.2, 0.5, 0.3}, {0, 0, 5, 3, 11, 6}, {}};
  const std::size_t numbers = layout_of(covariance).numbers(2) * layout_of(covariance).parts(3);
  for (std::size_t i = 0; i < numbers; ++i)
    theta.covariances.push_back(layout_of(covariance).shape == Layout::Shape::matrix && i % 4 % 3 > 0 ? 0.5 : 4.0);
  return theta;
}

struct Asked {
  explicit Asked(int threads, std::size_t rows = kRows)
      : data(blobs(rows, 2, 3)), pool(threads), team(data.view, pool), X(team), few(team, data.view) {}
  Data data;
  Pool pool;
  LocalTeam team;
  Dataset X;
  Subsample few;
};

void expect_close(const Values& left, const Values& right, double tolerance) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    ASSERT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << i;
  }
}

TEST(Subsample, SayWhatATeamSays) {
  const Asked by(1);
  for (const Covariance covariance :
       {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical}) {
    for (const bool noise : {false, true}) {
      Mixture theta = wide(covariance);
      if (noise) {
        theta.noise = Noise{0.1, 5.0};
        for (double& weight : theta.weights) weight *= 0.9;
      }
      const Second second = covariance == Covariance::full ? Second::full : Second::diagonal;
      const Moments few = by.few.expect(theta, second);
      const Moments team = testing::expected(by.X, theta, second, Rules::standard);
      EXPECT_NEAR(few.objective, team.objective, 1e-6 * std::abs(team.objective));
      EXPECT_NEAR(few.noise, team.noise, 1e-6 * kRows);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(few.mass(k), team.mass(k), 1e-6 * kRows);
        expect_close(few.mean(k), team.mean(k), 1e-6);
        const auto scatter = [&](const Moments& of) {
          return second == Second::full ? of.full_scatter(k) : of.diagonal_scatter(k);
        };
        expect_close(scatter(few), scatter(team), 3e-6);
      }
      const Posteriors theirs = posteriors(by.X, theta), ours = by.few.posteriors(theta);
      expect_close(ours.log_densities, theirs.log_densities, 2e-6);
      expect_close(ours.responsibilities, theirs.responsibilities, 3e-6);
      expect_close(ours.noise, theirs.noise, 3e-6);
      EXPECT_EQ(by.few.log_densities(theta), ours.log_densities);
    }
  }
}

TEST(Subsample, HaveTheSameBitsOnAnyNumberOfThreads) {
  const Mixture theta = wide(Covariance::full);
  const Moments one = Asked(1).few.expect(theta, Second::full);
  for (const int threads : {2, 3, 7}) {
    const Asked by(threads);
    EXPECT_EQ(testing::numbers_of(by.few.expect(theta, Second::full)), testing::numbers_of(one));
    EXPECT_EQ(by.few.posteriors(theta).responsibilities, Asked(1).few.posteriors(theta).responsibilities);
  }
}

TEST(Subsample, SayOfSomeComponentsBesideTheOthersWhatTheySayOfAll) {
  for (const std::size_t rows : {std::size_t{21}, kRows}) {  // the first ends within a tile
    const Asked by(1, rows);
    const Mixture theta = wide(Covariance::full);
    const std::vector<double> matrices(theta.covariances.begin(), theta.covariances.begin() + 8);
    const Mixture two{Covariance::full, 2, {0.2, 0.5}, {0, 0, 5, 3}, matrices};
    const Posteriors who = by.few.posteriors(theta);
    std::vector<float> rest;
    for (std::size_t i = 0; i < rows; ++i) {
      const double share = std::max(who.responsibilities[i * 3 + 2], 1e-30);
      rest.push_back(static_cast<float>(who.log_densities[i] + std::log(share)));
    }
    const Moments all = by.few.expect(theta, Second::full);
    const Subsample::SubMixture share{&by.few, 2, rest};
    const auto [some, likelihoods] = Subsample::expect_apart({&share, 1}, two, Second::full);
    EXPECT_NEAR(likelihoods.front(), all.objective, 1e-6 * std::abs(all.objective));
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(some.mass(k), all.mass(k), 1e-6 * kRows);
      expect_close(some.mean(k), all.mean(k), 1e-6);
      expect_close(some.full_scatter(k), all.full_scatter(k), 3e-6);
    }
  }
}

TEST(Subsample, SayOfMixturesThatAreLookedAtTogetherWhatTheySayOfEach) {
  Values alone;
  for (const int threads : {1, 3}) {
    const Asked by(threads);
    const Mixture theta = wide(Covariance::full);
    const std::vector<std::size_t> chosen{3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377};
    const Subsample some(by.few, chosen, Values(chosen.size(), 2.0));
    const std::vector<Subsample::SubMixture> shares{{&some, 3}, {&by.few, 3}, {&some, 3}};
    Mixture thrice = theta;
    for (int more = 0; more < 2; ++more) append(thrice, theta);
    const auto [moments, likelihoods] = Subsample::expect_apart(shares, thrice, Second::full);
    for (std::size_t share = 0; share < 3; ++share) {
      const Moments own = shares[share].rows->expect(theta, Second::full);
      EXPECT_NEAR(likelihoods[share], own.objective, 1e-12 * std::abs(own.objective));
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(moments.mass(3 * share + k), own.mass(k), 1e-9);
        expect_close(moments.full_scatter(3 * share + k), own.full_scatter(k), 1e-9);
      }
    }
    const Values numbers = testing::numbers_of(moments);
    if (threads == 1) alone = numbers;
    EXPECT_EQ(numbers, alone) << "other bits on " << threads << " threads";
  }
}

TEST(Subsample, CanCountOtherRowsThanAll) {
  const Asked by(1, 21);  // no whole tile at the end
  const Mixture theta = wide(Covariance::full);
  Values counted(21, 0.0);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < 21; i += 2) {
    counted[i] = 3;
    chosen.push_back(i);
  }
  const Moments some = by.few.expect(theta, Second::full, counted);
  const Subsample alone(by.few, chosen, Values(chosen.size(), 3.0));
  EXPECT_EQ(alone.observations(), 33);
  const Moments own = alone.expect(theta, Second::full);
  EXPECT_NEAR(some.objective, own.objective, 1e-6 * std::abs(own.objective));
  for (std::size_t k = 0; k < 3; ++k) expect_close(some.full_scatter(k), own.full_scatter(k), 1e-5);
}

TEST(Subsample, DrawRowsByWeightAndMass) {
  const Asked by(1, 9);
  Rng rng(1);
  Values masses(9, 0.0);
  masses[2] = 1;
  masses[8] = 3;
  int last = 0;
  for (int draw = 0; draw < 4000; ++draw) {
    const Values row = by.few.draw(rng, masses);
    const auto is = [&](std::size_t i) { return std::abs(row[0] - by.data.view.at(i, 0)) < 1e-5; };
    ASSERT_TRUE(is(2) || is(8));
    last += is(8);
  }
  EXPECT_NEAR(last / 4000.0, 0.75, 0.04);  // six standard errors
}

// Floats would lose numbers as small as these squares, and as large.
TEST(Subsample, SayTheSameInAnyUnits) {
  const Asked by(1, 300);
  const Mixture theta = wide(Covariance::full);
  const Moments own = by.few.expect(theta, Second::full);
  for (const double unit : {1e-60, 1e60}) {
    Values values, weights(300, unit);
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t j = 0; j < 2; ++j) values.push_back((j == 0 ? unit : 1 / unit) * by.data.view.at(i, j));
    }
    const Data data = Data::from(std::move(values), 300, 2).weighted(std::move(weights));
    Mixture scaled = theta;
    for (std::size_t at = 0; at < 6; ++at) scaled.means[at] *= at % 2 == 0 ? unit : 1 / unit;
    for (std::size_t at = 0; at < 12; ++at) {
      scaled.covariances[at] *= at % 4 == 0 ? unit * unit : at % 4 == 3 ? 1 / (unit * unit) : 1;
    }
    const Subsample few(by.team, data.view);
    const Moments moments = few.expect(scaled, Second::full);
    EXPECT_NEAR(moments.objective / unit, own.objective, 1e-6 * std::abs(own.objective));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(moments.mass(k) / unit, own.mass(k), 1e-6 * 300);
      const Values scatter = moments.full_scatter(k), expected = own.full_scatter(k);
      EXPECT_NEAR(scatter[0] / unit / unit / unit, expected[0], 3e-6 * expected[0]);
      EXPECT_NEAR(scatter[3] * unit, expected[3], 3e-6 * expected[3]);
    }
  }
}

TEST(Subsample, TellTheTeamHowManyRowsTheyLookAt) {
  const Asked by(1, 100);
  std::vector<std::size_t> rows;
  LocalTeam local(by.data.view, const_cast<Pool&>(by.pool));
  const CountingTeam team(local, 100, [&](std::size_t asked) { rows.push_back(asked); });
  const Subsample few(team, by.data.view);
  few.expect(wide(Covariance::full), Second::full);
  few.log_densities(wide(Covariance::full));
  EXPECT_EQ(rows, (std::vector<std::size_t>{100, 100}));
}

}  // namespace
}  // namespace mixseed
