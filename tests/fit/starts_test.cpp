#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

// Two groups that differ in both columns; weights 1, 1, 1, 1 and 1, 1, 1, 3.
Data groups() {
  return Data::from(Row{0, 0, 2, 0, 0, 2, 2, 2, 10, 0, 10, 4, 14, 0, 14, 4}, 8, 2).weighted({1, 1, 1, 1, 1, 1, 1, 3});
}
constexpr std::size_t kLabels[] = {0, 0, 0, 0, 1, 1, 1, 1};
const Mixture kOfGroups{
    Covariance::full, 2, {0.4, 0.6}, {1, 1, 38.0 / 3, 8.0 / 3}, {1, 0, 0, 1, 32.0 / 9, 8.0 / 9, 8.0 / 9, 32.0 / 9}};

TEST(Estimate, FromLabelsTakesTheWeightedMomentsOfEachGroup) {
  EXPECT_LT(distance(estimate(groups().view, kLabels, 2, Covariance::full), kOfGroups), 1e-14);
}

TEST(Estimate, ResponsibilitiesOfOneAndZeroAreLabels) {
  Row responsibilities;
  for (const std::size_t label : kLabels) {
    responsibilities.push_back(label == 0);
    responsibilities.push_back(label == 1);
  }
  for (const Covariance type : {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical}) {
    EXPECT_EQ(estimate(groups().view, responsibilities, type), estimate(groups().view, kLabels, 2, type));
  }
}

TEST(Estimate, EqualResponsibilitiesGiveEveryComponentTheWholeData) {
  const Data data = blobs(500, 3, 2);
  const Mixture theta = estimate(data.view, Row(1000, 0.5), Covariance::full);
  const Mixture one = fit(data.view, 1, Pipeline::parse("unif")).model;
  for (const std::size_t k : {0, 1}) {
    EXPECT_DOUBLE_EQ(theta.weights[k], 0.5);
    EXPECT_LT(distance(theta.covariance_of(k), one.covariances), 1e-12);
  }
}

TEST(Estimate, MendsComponentsWithoutRowsAndWithOneRow) {
  const std::size_t labels[] = {0, 0, 0, 0, 1, 1, 1, 3};
  EXPECT_NO_THROW(check(estimate(groups().view, labels, 4, Covariance::full)));
}

TEST(Estimate, FollowsExtremeUnits) {
  const double unit = std::ldexp(1.0, 300);
  Data data = mapped(groups(), [&](const Row& x) { return Row{x[0] * unit, x[1] * unit}; });
  data = data.weighted({1, 1, 1, 1, 1, 1, 1, 3});
  Mixture wanted = kOfGroups;
  for (double& number : wanted.means) number *= unit;
  for (double& number : wanted.covariances) number *= unit * unit;
  EXPECT_LT(distance(estimate(data.view, kLabels, 2, Covariance::full), wanted), 1e-14);
}

TEST(Estimate, SaysWhichMembershipIsNone) {
  const Data data = Data::from(Row{0, 1, 2}, 3, 1);
  const auto say = [&](Row r) { return message(ErrorCode::input, [&] { estimate(data.view, r, Covariance::full); }); };
  EXPECT_EQ(say({1, 0, 0.5, 0.4, 1, 0}), "row 2: expected responsibilities that sum to 1, got 0.900000");
  EXPECT_EQ(say({1, 0, 1, 0, 2, -1}), "row 3: expected responsibilities that are not negative, got -1.000000");
  EXPECT_EQ(say({1, 0, 1, 0}), "responsibilities: expected 3 numbers, got 4");
  const std::size_t labels[] = {0, 2, 1}, few[] = {0, 1};
  EXPECT_EQ(message(ErrorCode::input, [&] { estimate(data.view, labels, 2, Covariance::full); }),
            "row 2: expected a label below 2, got 2");
  EXPECT_EQ(message(ErrorCode::input, [&] { estimate(data.view, few, 2, Covariance::full); }),
            "labels: expected 3 numbers, got 2");
}

TEST(Fit, GivesEveryStartARestartOfItsOwn) {
  const Data data = blobs(300, 2, 4, 3);
  const std::vector<State> starts{Centers{2, {0, 0, 1, 1, 2, 2}}, Centers{2, {0, 0, 6, 3, 9, 4}}};
  const Fit both = fit(data.view, starts, Pipeline::parse("em"), {.restarts = 7});
  ASSERT_EQ(both.restarts.size(), 2U);
  for (const std::size_t r : {0, 1}) {
    const Fit alone = fit(data.view, starts[r], Pipeline::parse("em"));
    EXPECT_EQ(both.restarts[r].final_log_likelihood, alone.best_restart().final_log_likelihood);
    EXPECT_EQ(both.model == alone.model, r == both.best);
  }
  EXPECT_NE(both.restarts[0].initial_log_likelihood, both.restarts[1].initial_log_likelihood);
}

TEST(Fit, RefusesStartsThatDoNotAgree) {
  const Data data = blobs(30, 2, 2);
  const std::vector<State> starts{Centers{2, {0, 0, 1, 1}}, Centers{2, {0, 0}}};
  EXPECT_EQ(message(ErrorCode::input, [&] { fit(data.view, starts, Pipeline::parse("em")); }),
            "the starts have different numbers of components: 2 and 1");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, std::vector<State>{}, Pipeline::parse("em")); }),
            "restarts: expected at least 1, got 0");
}

TEST(Fit, WhatIsKnownTakesThePlaceOfWhatTheStartSays) {
  const Data data = blobs(300, 2, 3);
  for (const char* text : {"km++/em:rounds=0", "std/ad/cem/em:rounds=0,covariance=diagonal"}) {
    const Mixture plain = fit(data.view, 2, Pipeline::parse(text)).model;
    const Mixture weighted = fit(data.view, 2, Pipeline::parse(text), {.known = {.weights = {0.1, 0.9}}}).model;
    EXPECT_EQ(weighted.weights, Row({0.1, 0.9}));
    EXPECT_EQ(weighted.means, plain.means);
    EXPECT_EQ(fit(data.view, 2, Pipeline::parse(text), {.known = {.means = {1, 2, 3, 4}}}).model.means,
              Row({1, 2, 3, 4}));
  }
  const InitialParameters all{{0.5, 0.5}, {0, 0, 5, 5}, {1, 2}};
  const Fit result = fit(data.view, 2, Pipeline::parse("ad/em:rounds=0,covariance=spherical"), {.known = all});
  EXPECT_EQ(result.model, (Mixture{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 5, 5}, {1, 2}}));
}

TEST(Fit, WhatIsKnownFollowsExtremeUnits) {
  const double unit = std::ldexp(1.0, 300);
  const Data data = mapped(blobs(60, 1, 2), [&](const Row& x) { return Row{x[0] * unit}; });
  const InitialParameters known{{0.5, 0.5}, {unit, 2 * unit}, {unit * unit, unit * unit}};
  const Fit result = fit(data.view, 2, Pipeline::parse("unif/em:rounds=0,covariance=diagonal"), {.known = known});
  EXPECT_EQ(result.model.means, known.means);
  EXPECT_EQ(result.model.covariances, known.covariances);
}

TEST(Fit, RefusesKnowledgeThatCannotBe) {
  const Data data = blobs(30, 2, 2);
  const auto say = [&](const InitialParameters& known) {
    return message(ErrorCode::input, [&] { fit(data.view, 2, Pipeline::parse("unif"), {.known = known}); });
  };
  EXPECT_EQ(say({.weights = {0.5, 0.6}}), "not a valid mixture: weights: expected a sum of 1, got 1.100000");
  EXPECT_EQ(say({.weights = {1.0}}), "not a valid mixture: means: expected 2 numbers, got 4");
  EXPECT_EQ(say({.means = {1.0}}), "not a valid mixture: means: expected 4 numbers, got 1");
}

TEST(Select, TakesAnyListThatAscends) {
  const Data data = blobs(240, 3, 4);
  const std::size_t ks[] = {2, 4, 5};
  for (const char* text : {"ad/cem", "km++/km", "kg", "auto"}) {
    const Selection some = select(data.view, ks, Criterion::bic, Pipeline::parse(text), {.seed = 4, .restarts = 2});
    const Selection all = select(data.view, 1, 5, Criterion::bic, Pipeline::parse(text), {.seed = 4, .restarts = 2});
    ASSERT_EQ(some.fits.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(some.fits[i].model, all.fits[ks[i] - 1].model) << text;
  }
  const std::size_t falling[] = {3, 2};
  EXPECT_EQ(message(ErrorCode::usage, [&] { select(data.view, falling, Criterion::bic, Pipeline::parse("ad")); }),
            "components: expected ascending numbers, got 3 before 2");
}

}  // namespace
}  // namespace mixseed
