#include "pass/float_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/components.h"
#include "model/noise.h"
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
      : data(blobs(rows, 2, 3)), pool(threads), team(data.view, pool), X(team), floats(team, data.view) {}
  Data data;
  Pool pool;
  LocalTeam team;
  Dataset X;
  FloatRows floats;
};

void expect_close(const Values& left, const Values& right, double tolerance) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    ASSERT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << i;
  }
}

TEST(FloatRows, AgreeWithATeam) {
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
      const Moments floats = by.floats.expect(theta, second);
      const Moments team = testing::expected(by.X, theta, second, Rules::standard);
      EXPECT_NEAR(floats.objective, team.objective, 1e-6 * std::abs(team.objective));
      EXPECT_NEAR(floats.noise, team.noise, 1e-6 * kRows);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(floats.mass(k), team.mass(k), 1e-6 * kRows);
        expect_close(floats.mean(k), team.mean(k), 1e-6);
        const auto scatter = [&](const Moments& of) {
          return second == Second::full ? of.full_scatter(k) : of.diagonal_scatter(k);
        };
        expect_close(scatter(floats), scatter(team), 3e-6);
      }
      const Posteriors theirs = posteriors(by.X, theta), ours = by.floats.posteriors(theta);
      expect_close(ours.log_densities, theirs.log_densities, 2e-6);
      expect_close(ours.responsibilities, theirs.responsibilities, 3e-6);
      expect_close(ours.noise, theirs.noise, 3e-6);
      EXPECT_EQ(by.floats.log_densities(theta), ours.log_densities);
    }
  }
}

TEST(FloatRows, HaveTheSameBitsOnAnyNumberOfThreads) {
  const Mixture theta = wide(Covariance::full);
  const Moments one = Asked(1).floats.expect(theta, Second::full);
  for (const int threads : {2, 3, 7}) {
    const Asked by(threads);
    EXPECT_EQ(testing::numbers_of(by.floats.expect(theta, Second::full)), testing::numbers_of(one));
    EXPECT_EQ(by.floats.posteriors(theta).responsibilities, Asked(1).floats.posteriors(theta).responsibilities);
  }
}

TEST(FloatRows, FitSomeComponentsOverTheBackgroundOfTheOthersAsWithAll) {
  for (const std::size_t rows : {std::size_t{21}, kRows}) {  // the first ends within a tile
    const Asked by(1, rows);
    const Mixture theta = wide(Covariance::full);
    const std::vector<double> matrices(theta.covariances.begin(), theta.covariances.begin() + 8);
    const Mixture two{Covariance::full, 2, {0.2, 0.5}, {0, 0, 5, 3}, matrices};
    const Posteriors who = by.floats.posteriors(theta);
    std::vector<float> rest;
    for (std::size_t i = 0; i < rows; ++i) {
      const double share = std::max(who.responsibilities[i * 3 + 2], 1e-30);
      rest.push_back(static_cast<float>(who.log_densities[i] + std::log(share)));
    }
    const Moments all = by.floats.expect(theta, Second::full);
    const FloatRows::SubMixture some_of_them{&by.floats, 2, rest};
    const auto [some, likelihoods] = FloatRows::expect_separately({&some_of_them, 1}, two, Second::full);
    EXPECT_NEAR(likelihoods.front(), all.objective, 1e-6 * std::abs(all.objective));
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(some.mass(k), all.mass(k), 1e-6 * kRows);
      expect_close(some.mean(k), all.mean(k), 1e-6);
      expect_close(some.full_scatter(k), all.full_scatter(k), 3e-6);
    }
  }
}

TEST(FloatRows, GiveEverySubMixtureItsOwnMoments) {
  Values alone;
  for (const int threads : {1, 3}) {
    const Asked by(threads);
    const Mixture theta = wide(Covariance::full);
    const std::vector<std::size_t> chosen{3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377};
    const FloatRows some(by.floats, chosen, Values(chosen.size(), 2.0));
    const std::vector<FloatRows::SubMixture> sub_mixtures{{&some, 3}, {&by.floats, 3}, {&some, 3}};
    Mixture thrice = theta;
    for (int more = 0; more < 2; ++more) append(thrice, theta);
    const auto [moments, likelihoods] = FloatRows::expect_separately(sub_mixtures, thrice, Second::full);
    for (std::size_t at = 0; at < 3; ++at) {
      const Moments own = sub_mixtures[at].rows->expect(theta, Second::full);
      EXPECT_NEAR(likelihoods[at], own.objective, 1e-12 * std::abs(own.objective));
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(moments.mass(3 * at + k), own.mass(k), 1e-9);
        expect_close(moments.full_scatter(3 * at + k), own.full_scatter(k), 1e-9);
      }
    }
    const Values numbers = testing::numbers_of(moments);
    if (threads == 1) alone = numbers;
    EXPECT_EQ(numbers, alone) << "other bits on " << threads << " threads";
  }
}

TEST(FloatRows, KeepChosenRowsWithTheirWeights) {
  const Asked by(1, 21);  // no whole tile at the end
  const Mixture theta = wide(Covariance::full);
  std::vector<std::size_t> chosen;
  Values values;
  for (std::size_t i = 0; i < 21; i += 2) {
    chosen.push_back(i);
    for (std::size_t j = 0; j < 2; ++j) values.push_back(by.data.view.at(i, j));
  }
  const FloatRows some(by.floats, chosen, Values(chosen.size(), 3.0));
  EXPECT_EQ(some.observations(), 33);
  const Data same = Data::from(std::move(values), chosen.size(), 2).weighted(Values(chosen.size(), 3.0));
  const Moments own = some.expect(theta, Second::full),
                expected = FloatRows(by.team, same.view).expect(theta, Second::full);
  EXPECT_NEAR(own.objective, expected.objective, 1e-6 * std::abs(expected.objective));
  for (std::size_t k = 0; k < 3; ++k) expect_close(own.full_scatter(k), expected.full_scatter(k), 1e-5);
}

TEST(FloatRows, DrawRowsByWeightAndMass) {
  const Asked by(1, 9);
  Rng rng(1);
  Values masses(9, 0.0);
  masses[2] = 1;
  masses[8] = 3;
  int last = 0;
  for (int draw = 0; draw < 4000; ++draw) {
    const Values row = by.floats.draw(rng, masses);
    const auto is = [&](std::size_t i) { return std::abs(row[0] - by.data.view.at(i, 0)) < 1e-5; };
    ASSERT_TRUE(is(2) || is(8));
    last += is(8);
  }
  EXPECT_NEAR(last / 4000.0, 0.75, 0.04);  // six standard errors
}

// Floats would lose numbers as small as these squares, and as large.
TEST(FloatRows, AreExactInAnyUnits) {
  const Asked by(1, 300);
  const Mixture theta = wide(Covariance::full);
  const Moments own = by.floats.expect(theta, Second::full);
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
    const FloatRows floats(by.team, data.view);
    const Moments moments = floats.expect(scaled, Second::full);
    EXPECT_NEAR(moments.objective / unit, own.objective, 1e-6 * std::abs(own.objective));
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(moments.mass(k) / unit, own.mass(k), 1e-6 * 300);
      const Values scatter = moments.full_scatter(k), expected = own.full_scatter(k);
      EXPECT_NEAR(scatter[0] / unit / unit / unit, expected[0], 3e-6 * expected[0]);
      EXPECT_NEAR(scatter[3] * unit, expected[3], 3e-6 * expected[3]);
    }
  }
}

TEST(FloatRows, TellTheTeamTheRowsOfEveryPass) {
  const Asked by(1, 100);
  std::vector<std::size_t> rows;
  LocalTeam local(by.data.view, const_cast<Pool&>(by.pool));
  const CountingTeam team(local, 100, [&](std::size_t asked) { rows.push_back(asked); });
  const FloatRows floats(team, by.data.view);
  floats.expect(wide(Covariance::full), Second::full);
  floats.log_densities(wide(Covariance::full));
  EXPECT_EQ(rows, (std::vector<std::size_t>{100, 100}));
}

}  // namespace
}  // namespace mixseed
