#include <gtest/gtest.h>

#include "mixseed/precision.h"
#include "model/coordinates.h"
#include "model/criteria.h"
#include "model/noise.h"
#include "model/prior.h"
#include "support/message.h"
#include "support/refining.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

// Blobs with uniform rows over all of their box, and beyond it.
Data sprinkled(std::size_t n, std::size_t noise) {
  const Data data = blobs(n, 2, 3, 9);
  std::vector<double> values(data.view.doubles(), data.view.doubles() + 2 * n);
  Rng rng(8);
  for (std::size_t i = 0; i < noise; ++i) {
    values.push_back(-10 + 38 * rng.uniform());
    values.push_back(-10 + 29 * rng.uniform());
  }
  return Data::from(std::move(values), n + noise, 2);
}

std::vector<const char*> all_families() {
  std::vector<const char*> names;
  for (const Family& family : families()) names.push_back(family.name.data());
  return names;
}

class EmOfType : public ::testing::TestWithParam<const char*> {};

TEST_P(EmOfType, NeverLetsTheLikelihoodFall) {
  const Ready ready(blobs(150, 3, 4, 3));
  for (std::uint64_t number = 0; number < 30; ++number) {
    const auto result =
        run(em(), ready.X, random_rows(ready, 6, number), {{"rounds", "60"}, {"tol", "0"}, {"covariance", GetParam()}});
    ASSERT_GT(result.trace.size(), 1U);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-11)
          << "start " << number << ", round " << i;
    }
  }
}

TEST_P(EmOfType, NeverLetsTheLikelihoodFallWithNoise) {
  const Ready ready(sprinkled(150, 30));
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto result = run(em(), ready.X, random_rows(ready, 4, number),
                            {{"rounds", "60"}, {"tol", "0"}, {"covariance", GetParam()}, {"noise", "0.1"}});
    ASSERT_TRUE(result.model.noise);
    EXPECT_NO_THROW(check(result.model));
    ASSERT_GT(result.trace.size(), 1U);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-11)
          << "start " << number << ", round " << i;
    }
  }
}

TEST_P(EmOfType, NeverLetsTheLikelihoodFallWhereTheFloorHolds) {
  // Three tight groups of equal rows among others: components collapse onto them and are held by the floor.
  std::vector<double> values;
  Rng rng(3);
  for (int i = 0; i < 90; ++i) {
    const bool tight = i % 3 == 0;
    values.push_back(tight ? i % 9 : 10 * rng.normal());
    values.push_back(tight ? i % 9 : 10 * rng.normal());
  }
  const Ready ready(Data::from(std::move(values), 90, 2));
  std::size_t floored = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto result =
        run(em(), ready.X, random_rows(ready, 6, number), {{"rounds", "60"}, {"tol", "0"}, {"covariance", GetParam()}});
    floored += result.repairs.floored;
    ASSERT_GT(result.trace.size(), 1U);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-10)
          << "start " << number << ", round " << i;
    }
    EXPECT_NO_THROW(check(result.model));
  }
  // What all components share does not collapse with one of them.
  const std::string_view letters = family_named(GetParam()).letters;
  if (letters[0] == 'V') {
    EXPECT_GT(floored, 0U);
  }
  if (letters[0] == 'E' && letters[1] != 'V') {
    EXPECT_EQ(floored, 0U);
  }
}

TEST_P(EmOfType, NeverLetsTheLikelihoodFallByLeaps) {
  const Ready ready(blobs(300, 3, 4, 2));
  std::size_t shorter = 0;
  for (std::uint64_t number = 0; number < 6; ++number) {
    const std::vector<std::pair<std::string, std::string>> plain{
        {"rounds", "2000"}, {"tol", "1e-7"}, {"covariance", GetParam()}, {"acceleration", "plain"}};
    auto leaping = plain;
    leaping.back().second = "squarem";
    const auto result = run(em(), ready.X, random_rows(ready, 5, number), leaping);
    ASSERT_GT(result.trace.size(), 1U);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-11)
          << "start " << number << ", round " << i;
    }
    EXPECT_EQ(family_of(result.model).name, GetParam());
    shorter += result.end.loop.rounds < run(em(), ready.X, random_rows(ready, 5, number), plain).end.loop.rounds;
  }
  EXPECT_GE(shorter, is_bound_to_axes(family_named(GetParam())) ? 0U : 3U);
}

TEST_P(EmOfType, NeverLetsThePenalisedLikelihoodFall) {
  // Three tight groups of equal rows among others, which have no variance of their own.
  std::vector<double> values;
  Rng rng(3);
  for (int i = 0; i < 90; ++i) {
    const bool tight = i % 3 == 0;
    values.push_back(tight ? i % 9 : 10 * rng.normal());
    values.push_back(tight ? i % 9 : 10 * rng.normal());
  }
  const Ready ready(Data::from(std::move(values), 90, 2));
  for (std::uint64_t number = 0; number < 20; ++number) {
    const char* prior = number % 2 == 0 ? "1" : "0.01";
    const auto result = run(em(), ready.X, random_rows(ready, 6, number),
                            {{"rounds", "60"},
                             {"tol", "0"},
                             {"covariance", GetParam()},
                             {"prior", prior},
                             {"acceleration", number % 3 == 0 ? "squarem" : "plain"}});
    ASSERT_GT(result.trace.size(), 1U);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-10)
          << "start " << number << ", round " << i;
    }
    const double mean = score(result.model, ready.data.view);
    EXPECT_NEAR(result.end.loop.last_objective, mean, 1e-11 * (1 + std::abs(mean)));
    const Prior rows(ready.X.summary(), std::stod(prior), 6);
    EXPECT_NEAR(result.end.loop.penalised, mean + rows.log_likelihood(result.model) / 90, 1e-11 * (1 + std::abs(mean)));
    EXPECT_EQ(result.end.loop.penalised, result.trace.back().objective);
    if (number % 2 == 0) {
      EXPECT_EQ(result.end.collapsed, 0U);
    }
  }
}

TEST(EmWithNoise, FindsTheShareThatBelongsToNoComponent) {
  const Ready ready(sprinkled(3000, 600));
  const Centers means{2, {0, 0, 9, 4.5, 18, 9}};
  const auto plain = run(em(), ready.X, means, {}), noisy = run(em(), ready.X, means, {{"noise", "0.05"}});
  EXPECT_GT(noisy.end.loop.last_objective, plain.end.loop.last_objective);
  // About a tenth of the uniform rows lies within the blobs.
  EXPECT_NEAR(noisy.model.noise->weight, 600.0 / 3600, 0.03);
  const std::vector<std::size_t> labels = assign(noisy.model, ready.data.view, 1);
  const auto among = [&](auto from, auto to) { return std::count(from, to, kNoise); };
  EXPECT_LT(among(labels.begin(), labels.begin() + 3000), 100);
  EXPECT_GT(among(labels.begin() + 3000, labels.end()), 400);
  EXPECT_FALSE(run(em(), ready.X, noisy.model, {}).model.noise) << "who is not told of noise gives it up";
}

Data repeated_integers() {
  std::vector<double> values(28, 0.0);
  for (std::size_t i = 11; i < 28; ++i) values[i] = i < 21 ? 1 : 2;
  return Data::from(std::move(values), 28, 1);
}

// Uniform rows in a corner-heavy box: no Gaussian describes them better than the noise.
TEST_P(EmOfType, KeepsComponentsWhereTheNoiseTakesAllRows) {
  Rng rng(5);
  std::vector<double> corners;
  for (std::size_t i = 0; i < 64; ++i) corners.push_back(rng.below(2) == 0 ? 0.0 : 1.0);
  const Ready line(repeated_integers()), square(Data::from(corners, 32, 2));
  for (const Ready* ready : {&line, &square}) {
    for (const std::size_t K : {1U, 2U}) {
      for (const char* rounds : {"100", "1000"}) {
        const auto result = run(em(), ready->X, random_rows(*ready, K, 3),
                                {{"noise", "0.05"}, {"rounds", rounds}, {"tol", "0"}, {"covariance", GetParam()}});
        EXPECT_NO_THROW(check(result.model)) << GetParam() << K;
        EXPECT_LE(result.model.noise->weight, kMostNoise);
        EXPECT_NEAR(score(result.model, ready->data.view, 1), result.end.loop.last_objective, 1e-12);
      }
    }
  }
}

// Rows beyond the reach of every component belong to the noise; the components stay where they are.
TEST_P(EmOfType, KeepsComponentsThatAreBeyondEveryRow) {
  const Ready ready(blobs(60, 2, 3));
  const Centers far{2, {1e9, 1e9, 1e9 + 5, 1e9}};
  const auto start = run(em(), Ready(blobs(60, 2, 2)).X, Centers{2, {0, 0, 9, 4.5}}, {{"covariance", GetParam()}});
  for (const char* from : {GetParam(), "full"}) {
    Mixture theta = from == GetParam() ? start.model : with_covariance(start.model, Covariance::full);
    theta.means = far.points;
    const auto result = run(em(), ready.X, theta, {{"noise", "0.05"}, {"covariance", GetParam()}});
    EXPECT_NO_THROW(check(result.model));
    EXPECT_EQ(result.model.noise->weight, kMostNoise);
  }
}

TEST(EmWithNoise, IsNotKnownToTheRulesOfThePaper) {
  const Ready ready(blobs(60, 2, 3));
  const auto work = [&] { run(em(), ready.X, random_rows(ready, 2, 0), {{"rules", "paper"}, {"noise", "0.1"}}); };
  EXPECT_NE(message(ErrorCode::usage, work).find("rules=paper: expected noise=0"), std::string::npos);
}

TEST_P(EmOfType, ReportsTheLikelihoodOfTheModelThatItReturns) {
  const Ready ready(blobs(200, 2, 3));
  const auto result = run(em(), ready.X, random_rows(ready, 3, 5), {{"covariance", GetParam()}, {"rounds", "7"}});
  const double mean = score(result.model, ready.data.view);
  EXPECT_NEAR(result.end.loop.last_objective, mean, 1e-12 * std::abs(mean));
  EXPECT_EQ(family_of(result.model).name, GetParam());
}

TEST_P(EmOfType, WorksByTheRulesOfThePaperUnlessComponentsShareMoreThanAMatrix) {
  const Ready ready(blobs(60, 3, 4, 3));
  if (family_named(GetParam()).constrained()) {
    EXPECT_EQ(message(ErrorCode::usage,
                      [&] {
                        run(em(), ready.X, random_rows(ready, 12, 0), {{"rules", "paper"}, {"covariance", GetParam()}});
                      }),
              "em: rules=paper: expected covariance=full, tied, diagonal or spherical, got " + std::string(GetParam()));
    return;
  }
  for (std::uint64_t number = 0; number < 10; ++number) {
    const auto result = run(em(), ready.X, random_rows(ready, 12, number),
                            {{"rounds", "40"}, {"tol", "0"}, {"rules", "paper"}, {"covariance", GetParam()}});
    EXPECT_NO_THROW(check(result.model));
  }
}

INSTANTIATE_TEST_SUITE_P(Every, EmOfType, ::testing::ValuesIn(all_families()),
                         [](const auto& tested) { return std::string(tested.param); });

// Where components overlap, the last gain says little: what is still to come may be a hundred times as much.
TEST(Em, StopsAboutAsFarFromItsLimitAsTheToleranceSays) {
  const Ready ready(blobs(500, 2, 3, 2));
  std::size_t far_by_gain = 0;
  for (std::uint64_t number = 0; number < 4; ++number) {
    const auto to = [&](const char* tol) {
      return run(em(), ready.X, random_rows(ready, 3, number),
                 {{"rounds", "4000"}, {"tol", tol}, {"acceleration", "plain"}});
    };
    const auto all = to("1e-9");
    for (const char* tol : {"0.001", "0.0001", "0.00001"}) {
      const auto result = to(tol);
      ASSERT_TRUE(result.end.loop.converged);
      EXPECT_LT(all.end.loop.last_objective - result.end.loop.last_objective, 10 * std::stod(tol)) << number;
      EXPECT_EQ(result.end.loop.rounds + 1, static_cast<int>(result.trace.size()));
      std::size_t last = 1;
      while (all.trace[last].objective - all.trace[last - 1].objective >= std::stod(tol)) ++last;
      far_by_gain += all.end.loop.last_objective - all.trace[last].objective > 10 * std::stod(tol);
    }
  }
  EXPECT_GT(far_by_gain, 6U);
}

TEST(Em, LeapsEndWherePlainRoundsDo) {
  const Ready ready(blobs(500, 2, 3, 2));
  for (std::uint64_t number = 0; number < 5; ++number) {
    const Centers start = random_rows(ready, 3, number);
    const auto plain = run(em(), ready.X, start, {{"rounds", "4000"}, {"tol", "1e-8"}, {"acceleration", "plain"}});
    const auto leaping = run(em(), ready.X, start, {{"rounds", "4000"}, {"tol", "1e-8"}, {"acceleration", "squarem"}});
    EXPECT_NEAR(leaping.end.loop.last_objective, plain.end.loop.last_objective, 1e-6) << "start " << number;
    EXPECT_LT(leaping.end.loop.rounds, plain.end.loop.rounds);
  }
}

TEST(Em, TheRulesOfThePaperKnowNoPrior) {
  const Ready ready(blobs(60, 2, 2));
  const auto fit = [&] { run(em(), ready.X, random_rows(ready, 2, 0), {{"rules", "paper"}, {"prior", "1"}}); };
  EXPECT_EQ(message(ErrorCode::usage, fit), "em: rules=paper: expected prior=0, got 1");
}

TEST(Em, TheRulesOfThePaperKnowNoLeaps) {
  const Ready ready(blobs(300, 2, 3, 2));
  const auto with = [&](const char* word) {
    return run(em(), ready.X, random_rows(ready, 3, 1), {{"rules", "paper"}, {"tol", "0"}, {"acceleration", word}})
        .model;
  };
  EXPECT_EQ(with("squarem"), with("plain"));
}

TEST(Em, RunsExactlyItsRoundsWithoutATolerance) {
  const Ready ready(blobs(300, 2, 3));
  const auto result = run(em(), ready.X, random_rows(ready, 5, 5), {{"rounds", "17"}, {"tol", "0"}});
  EXPECT_EQ(result.end.loop.rounds, 17);
  EXPECT_EQ(result.trace.size(), 18U);
}

}  // namespace
}  // namespace mixseed
