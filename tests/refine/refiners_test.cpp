#include "refine/refiners.h"

#include <gtest/gtest.h>

#include "support/refining.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Refiners, AMixtureIsTakenAsItIsButForTheNoise) {
  const Ready ready(blobs(100, 2, 2));
  const Refiner refiner = em();
  const Parameters parameters(refiner.info);
  Rng rng(1);
  Journal journal({});
  Refining in{ready.X, parameters, rng, journal};
  const Mixture theta{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 6, 3}, {1, 2}};
  EXPECT_EQ(as_mixture(in, theta, {}), theta);
  EstimationOptions noisy;
  noisy.noise = 0.1;
  const Mixture with = as_mixture(in, theta, noisy);
  ASSERT_TRUE(with.noise);
  EXPECT_DOUBLE_EQ(with.noise->weight, 0.1);
  EXPECT_DOUBLE_EQ(with.weights[0], 0.45);
  EXPECT_EQ(as_mixture(in, with, {}).noise, std::nullopt);
}

TEST(Refiners, CentersBecomeTheMixtureOfTheNearestRows) {
  const Ready ready(Data::from(std::vector<double>{0, 2, 10, 11, 12}, 5, 1));
  const Refiner refiner = em();
  const Parameters parameters(refiner.info);
  Rng rng(1);
  Journal journal({});
  Refining in{ready.X, parameters, rng, journal};
  const Mixture theta = as_mixture(in, Centers{1, {0, 9}}, {});
  EXPECT_EQ(theta.means, (std::vector<double>{1, 11}));
  EXPECT_EQ(theta.weights, (std::vector<double>{0.4, 0.6}));
}

TEST(Refiners, AMixtureBecomesItsMeans) {
  const Mixture theta{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 6, 3}, {1, 2}};
  EXPECT_EQ(as_centers(theta), (Centers{2, {0, 0, 6, 3}}));
  EXPECT_EQ(as_centers(Centers{1, {4}}), (Centers{1, {4}}));
}

TEST(Refiners, EveryFamilyIsChosenByItsNameLettersAndSynonyms) {
  const ParameterInfo info = covariance_parameter(families());
  const Refiner refiner = em();
  EXPECT_EQ(info.choices.size(), families().size());
  for (const Family& family : families()) {
    Parameters parameters(refiner.info);
    parameters.set("covariance", family.letters);
    EXPECT_EQ(parameters.choice("covariance"), family.name);
  }
}

// The stage and the conversion before em are one function.
TEST(Lift, IsTheMixtureThatEmStartsFrom) {
  const Ready ready(blobs(200, 2, 3));
  const Centers start{2, {0, 0, 6, 3, 12, 6}};
  for (const char* covariance : {"full", "diagonal", "spherical"}) {
    const Mixture lifted = run(lift_stage(), ready.X, start, {{"covariance", covariance}}).model;
    const EmResult end = run(em(), ready.X, start, {{"covariance", covariance}}).end;
    EXPECT_EQ(lifted, end.initial) << covariance;
  }
}

}  // namespace
}  // namespace mixseed
