// Every method gives the same bits with every kind of team.
#include <gtest/gtest.h>

#include <string>

#include "refine/refiner.h"
#include "seed/seeder.h"
#include "support/blobs.h"
#include "support/teams.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::ForgetfulTeam;
using testing::PartsTeam;

constexpr std::size_t kRows = 2 * kWindow + 700, kComponents = 24;

State seeded(const Seeder& seeder, Team& team) {
  Parameters parameters(seeder.info);
  if (seeder.info.name == "hac") parameters.set("s", "0.01");
  Rng rng(4);
  Repairs repairs;
  const Dataset X(team);
  Seeding in{X, kComponents, parameters, rng, repairs, {}};
  return seeder.seed(in);
}

State refined(const Refiner& refiner, Team& team, const State& start) {
  Parameters parameters(refiner.info);
  if (parameters.has("rounds")) parameters.set("rounds", "12");
  Rng rng(4);
  Journal journal({});
  const Dataset X(team);
  Refining in{X, parameters, rng, journal};
  return refiner.refine(in, start);
}

// Runs run(team) on every kind of team and compares the results.
template <typename Run>
void expect_one_result(const Run& run) {
  const Data data = blobs(kRows, 3, 20, 3);
  Pool one(1), three(3);
  LocalTeam plain(data.view, one), threads(data.view, three);
  const State expected = run(plain);
  EXPECT_EQ(run(threads), expected);
  ForgetfulTeam forgetful(data.view, three);
  EXPECT_EQ(run(forgetful), expected);
  PartsTeam single(data.view, one, 1), pairs(data.view, one, 2);
  EXPECT_EQ(run(single), expected);
  EXPECT_EQ(run(pairs), expected);
}

TEST(EverySeeder, GivesTheSameBitsWhoeverIsAsked) {
  for (const Seeder& seeder : seeders()) {
    SCOPED_TRACE(std::string(seeder.info.name));
    expect_one_result([&](Team& team) { return seeded(seeder, team); });
  }
}

TEST(EveryRefiner, GivesTheSameBitsWhoeverIsAsked) {
  for (const Refiner& refiner : refiners()) {
    SCOPED_TRACE(std::string(refiner.info.name));
    expect_one_result([&](Team& team) { return refined(refiner, team, seeded(seeders()[3], team)); });
  }
}

}  // namespace
}  // namespace mixseed
