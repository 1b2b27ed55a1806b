#include <gtest/gtest.h>

#include <cmath>

#include "refine/refiner.h"
#include "support/sampled_model.h"
#include "support/states.h"
#include "team/counting.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

const Refiner& search() {
  for (const Refiner& refiner : refiners()) {
    if (refiner.info.name == "search") return refiner;
  }
  throw std::logic_error("there is no search");
}

struct Searched {
  State state;
  Trace trace;
};

Searched searched(const Data& data, const State& start, const EstimationOptions& ending = {}, int threads = 1,
                  const char* rows = "0") {
  const Ready ready(data, threads);
  Parameters parameters(search().info);
  parameters.set("rows", rows);
  Rng rng(1);
  Journal journal({});
  Refining in{ready.X, parameters, rng, journal, ending};
  State state = search().refine(in, start);
  return {std::move(state), journal.trace()};
}

TEST(Search, TakesAComponentFromWhereThereAreTwoToWhereOneIsMissing) {
  const Pipeline em = Pipeline::parse("em");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Data data = blobs(800, 2, 4, 12, seed);
    const double stuck = fit(data.view, crowded(12), em).best_restart().final_log_likelihood;
    const Centers truth{2, {0, 0, 12, 6, 24, 12, 36, 18}};
    const double best = fit(data.view, truth, em).best_restart().final_log_likelihood;
    ASSERT_LT(stuck, best - 0.1) << "the start is not a bad one";
    const Fit found = fit(data.view, crowded(12), Pipeline::parse("search/em"), {.seed = seed});
    EXPECT_NEAR(found.best_restart().final_log_likelihood, best, 1e-4) << seed;
  }
}

// A perturbation looks up the component of the row that it has drawn.
TEST(Search, EndsAfterTheGivenNumberOfPerturbationsWithoutGain) {
  const Data data = blobs(800, 2, 4, 12);
  const auto looked_up = [&](const char* kicks) {
    Pool pool(1);
    LocalTeam local(data.view, pool);
    int rows_alone = 0;
    CountingTeam team(local, 800, [&](std::size_t rows) { rows_alone += rows == 1; });
    const Dataset X(team);
    Parameters parameters(search().info);
    parameters.set("kicks", kicks);
    Rng rng(1);
    Journal journal({});
    Refining in{X, parameters, rng, journal, {}};
    search().refine(in, Centers{2, {0, 0, 12, 6, 24, 12, 36, 18}});  // no perturbation helps here
    return rows_alone;
  };
  const int once = looked_up("1");
  EXPECT_EQ(looked_up("0"), 0);
  EXPECT_GT(once, 0);
  EXPECT_EQ(looked_up("3"), 3 * once);
}

// Where clusters overlap, EM converges slowly.
TEST(Search, PerturbationHalvesTheRoundsOfEm) {
  const Data data = blobs(800, 2, 4, 2);
  int plain = 0, perturbed = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto rounds_of_em = [&](const char* pipeline) {
      return fit(data.view, 4, pipeline, {.seed = seed}).best_restart().rounds;
    };
    plain += rounds_of_em("kmeans++/search/em");
    perturbed += rounds_of_em("kmeans++/search:kicks=1/em");
  }
  EXPECT_LT(2 * perturbed, plain);
}

TEST(Search, FindsANarrowComponentInsideAWideOne) {
  const Mixture truth{Covariance::full, 1, {0.5, 0.5}, {0, 0}, {0.01, 9}};
  const Centers side_by_side{1, {0, 6}};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    Row values;
    for (int i = 0; i < 1000; ++i) values.push_back((i % 2 == 0 ? 0.1 : 3) * rng.normal());
    const Data data = Data::from(values, 1000, 1);
    const double best = fit(data.view, truth, Pipeline::parse("em")).best_restart().final_log_likelihood;
    const double stuck = fit(data.view, side_by_side, Pipeline::parse("em")).best_restart().final_log_likelihood;
    ASSERT_LT(stuck, best - 0.1) << "the start is not a bad one";
    const Fit found = fit(data.view, side_by_side, Pipeline::parse("search/em"), {.seed = seed});
    EXPECT_NEAR(found.best_restart().final_log_likelihood, best, 1e-3) << seed;
  }
}

// A tenth of the rows are 1 in the second column, wherever they are in the first.
Data rounded(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Row values;
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(rng.normal() + (i % 2 == 0 ? 0 : 8));
    const double other = rng.normal();
    values.push_back(i % 10 < 1 ? 1 : other);
  }
  return Data::from(std::move(values), n, 2);
}

TEST(Search, DoesNotCutClustersIntoSlicesOfEqualValues) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Data data = rounded(800, seed);
    const Fit found = fit(data.view, Centers{2, {0, 0, 8, 0}}, Pipeline::parse("search/em"), {.seed = seed});
    EXPECT_EQ(found.best_restart().flat, 0U) << seed;
    EXPECT_EQ(found.best_restart().collapsed, 0U) << seed;
  }
}

TEST(Search, WorksWithComponentsThatHaveNoRows) {
  const Data two_points = Data::from(Row{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, 16, 1);
  const Mixture start{Covariance::full, 1, {0.5, 0.5, 0}, {0, 1, 50}, {0.01, 0.01, 1e-3}};
  EXPECT_NO_THROW(searched(two_points, start));
  const Mixture many{
      Covariance::full, 1, {0.5, 0.5, 0, 0, 0, 0}, {0, 1, 50, 60, 70, 80}, {0.01, 0.01, 1e-3, 1e-3, 1e-3, 1e-3}};
  EXPECT_NO_THROW(searched(two_points, many));
}

// Two tight clusters, each with rows from afar, and a wide one.
TEST(Search, LeavesRowsFarFromAllClustersToTheComponentThatIsWideAnyway) {
  const Mixture truth{
      Covariance::full, 2, {0.4, 0.4, 0.2}, {0, 0, 30, 30, 15, 15}, {1, 0, 0, 1, 1, 0, 0, 1, 1600, 0, 0, 1600}};
  int found = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(100 + seed);
    Row values;
    for (int i = 0; i < 600; ++i) {
      const double wide = i % 6 == 0 ? 40 : 1, middle = i % 2 == 0 ? 0 : 30;
      for (int j = 0; j < 2; ++j) values.push_back((wide > 1 ? 15 : middle) + wide * rng.normal());
    }
    const Data data = Data::from(std::move(values), 600, 2);
    const double best = fit(data.view, truth, Pipeline::parse("em")).best_restart().final_log_likelihood;
    const Fit end = fit(data.view, 3, Pipeline::parse("std/km++/search"), {.seed = seed});
    found += end.best_restart().final_log_likelihood > best - 1e-3;
  }
  EXPECT_GE(found, 9);
}

TEST(Search, EverySweepEndsHigherUnlessAComponentHadCollapsed) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Data data = blobs(600, 3, 6, 3, seed);
    const Searched run = searched(data, Centers{3, Row(data.view.doubles(), data.view.doubles() + 15)});
    for (std::size_t i = 1; i < run.trace.size(); ++i) {
      EXPECT_GT(run.trace[i].objective, run.trace[i - 1].objective) << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5U) << "the data do not test the claim";
}

TEST(Search, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(9000, 2, 5, 4);
  for (const char* rows : {"0", "1000"}) {
    const State one = searched(data, crowded(4), {}, 1, rows).state;
    for (const int threads : {2, 3, 7}) EXPECT_EQ(searched(data, crowded(4), {}, threads, rows).state, one) << threads;
  }
  // With this many components the search tries swaps by partial EM.
  Centers six = crowded(4);
  six.points.insert(six.points.end(), {0.1, 0.2, 0.3, -0.2});
  const State one = searched(data, six).state;
  for (const int threads : {2, 7}) EXPECT_EQ(searched(data, six, {}, threads).state, one) << threads;
}

TEST(Search, WorksForEveryFamilyUnderBothRulesAndWithWeights) {
  const Data data = blobs(400, 2, 4, 8);
  Row weights;
  for (int i = 0; i < 400; ++i) weights.push_back(0.5 * (i % 5));
  for (const Family& family : families()) {
    for (const Rules rules : {Rules::standard, Rules::paper}) {
      SCOPED_TRACE(std::string(family.name) + (rules == Rules::paper ? " paper" : ""));
      const Searched run = searched(data.weighted(weights), crowded(8), {&family, rules, kDefaultFloor});
      EXPECT_NO_THROW(check_state(run.state));
      EXPECT_EQ(std::get<Mixture>(run.state).covariance, family.covariance);
    }
  }
}

// A swap gives components covariances of their own. The model before was taken for one of the family, and as it was
// more likely than any EII, EM refused every update.
TEST(Search, EndsWithAModelOfItsFamily) {
  Rng rng(3);
  for (int round = 0; round < 10; ++round) {
    Row values;
    for (int i = 0; i < 120; ++i) values.push_back(i % 3 * 8.0 + (1 + 2.0 * (i % 3)) * rng.normal());
    const Data data = Data::from(values, 120, 1);
    const Centers four{1, {values[0], values[3], values[6], values[1]}};
    const State state = searched(data, four, {&family_named("EII"), Rules::standard, kDefaultFloor}).state;
    const Mixture& model = std::get<Mixture>(state);
    EXPECT_EQ(model.family, "EII");
    EXPECT_EQ(model.covariances, Row(4, model.covariances[0])) << round;
  }
}

TEST(Search, FindsWhatItFindsFromWeightsAsFromRepeatedRows) {
  const Data data = blobs(300, 2, 4, 12);
  const Row weights(300, 2.0);
  const double once = likelihood(data, searched(data, crowded(12)).state);
  const double twice = likelihood(data, searched(data.weighted(weights), crowded(12)).state);
  EXPECT_NEAR(once, twice, 1e-3);
}

TEST(Search, EndsHigherWithAPriorToo) {
  const Data data = blobs(1200, 2, 4, 12);
  const auto end = [&](const char* method) {
    return fit(data.view, crowded(12), Pipeline::parse(method)).best_restart().penalised_log_likelihood;
  };
  EXPECT_GT(end("search/em:prior=5"), end("em:prior=5") + 0.1);
  EXPECT_LT(end("search/em:prior=500"), end("search/em:prior=5"));
}

TEST(Search, ThatBeginsSoundEndsSoundAndNoLower) {
  int sound_starts = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    // Rounded numbers, so that EM is drawn to components that a few rows with a value in common make flat.
    Rng rng(seed);
    Row values;
    for (int i = 0; i < 280; ++i) {
      const bool first = i % 14 < 5;
      values.push_back(std::round(3 * ((first ? 2 : 4.3) + 0.35 * rng.normal())) / 3);
      values.push_back(std::round((first ? 55 : 80) + 6 * rng.normal()));
    }
    const Data data = Data::from(std::move(values), 280, 2);
    for (const std::size_t K : {3, 4}) {
      const Fit start = fit(data.view, K, Pipeline::parse("std/km++/kmeans"), {.seed = seed});
      if (start.best_restart().collapsed > 0) continue;
      ++sound_starts;
      const Fit end = fit(data.view, start.model, Pipeline::parse("search/em:rounds=0"));
      EXPECT_EQ(end.best_restart().collapsed, 0U) << seed;
      EXPECT_GE(likelihood(data, end.model), likelihood(data, start.model) - 1e-4) << seed;
    }
  }
  EXPECT_GE(sound_starts, 5) << "the data do not test the claim";
}

}  // namespace
}  // namespace mixseed
