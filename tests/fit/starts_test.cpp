#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

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

}  // namespace
}  // namespace mixseed
