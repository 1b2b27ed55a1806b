#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mixseed/family.h"
#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

void expect_same(const Fit& a, const Fit& b) {
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.initial, b.initial);
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.criteria.bic, b.criteria.bic);
  ASSERT_EQ(a.restarts.size(), b.restarts.size());
  for (std::size_t r = 0; r < a.restarts.size(); ++r) {
    EXPECT_EQ(a.restarts[r].final_log_likelihood, b.restarts[r].final_log_likelihood);
    EXPECT_EQ(a.restarts[r].rounds, b.restarts[r].rounds);
    EXPECT_EQ(a.restarts[r].repairs, b.restarts[r].repairs);
  }
}

TEST(Fit, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(3000, 3, 4);
  const Fit one = fit(data.view, 5, Pipeline::parse("ad/cem"), {.seed = 3, .restarts = 3, .threads = 1});
  for (const int threads : {2, 3, 5, 8}) {
    expect_same(fit(data.view, 5, Pipeline::parse("ad/cem"), {.seed = 3, .restarts = 3, .threads = threads}), one);
  }
}

TEST(Fit, FirstRestartIsTheFitWithoutRestarts) {
  const Data data = blobs(300, 2, 4, 3);
  const Fit many = fit(data.view, 6, Pipeline::parse("unif"), {.seed = 9, .restarts = 4});
  const Fit alone = fit(data.view, 6, Pipeline::parse("unif"), {.seed = 9});
  EXPECT_EQ(many.restarts[0].final_log_likelihood, alone.restarts[0].final_log_likelihood);
}

TEST(Fit, KeepsTheBestRestartAndTellsOfAll) {
  const Data data = blobs(300, 2, 5, 3);
  const Fit result = fit(data.view, 6, Pipeline::parse("unif"), {.seed = 2, .restarts = 12});
  ASSERT_EQ(result.restarts.size(), 12U);
  EXPECT_EQ(result.best_restart().collapsed, 0U);
  std::size_t at_best = 0, sound = 0;
  for (const Restart& restart : result.restarts) {
    const double gap = restart.final_log_likelihood - result.best_restart().final_log_likelihood;
    EXPECT_TRUE(restart.collapsed > 0 || gap <= 0) << gap;
    sound += restart.collapsed == 0;
    at_best += std::abs(gap) <= 1e-4;
  }
  EXPECT_GT(sound, 1U) << "the data do not test the claim";
  EXPECT_LT(sound, 12U) << "the data do not test the claim";
  EXPECT_DOUBLE_EQ(result.share_at_best, static_cast<double>(at_best) / 12);
  EXPECT_NEAR(score(result.model, data.view), result.best_restart().final_log_likelihood, 1e-12);
  EXPECT_NEAR(score(result.initial, data.view), result.best_restart().initial_log_likelihood, 1e-12);
}

TEST(Fit, KeepsTheRoundsOfEveryRestartWhenAsked) {
  const Data data = blobs(300, 2, 5, 3);
  const Pipeline method = Pipeline::parse("unif/kmeans/em:rounds=900,tol=0");
  const Fit kept = fit(data.view, 6, method, {.seed = 2, .restarts = 3, .traces = true});
  ASSERT_EQ(kept.traces.size(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    const Trace& trace = kept.traces[r];
    EXPECT_LE(trace.size(), 210U);
    EXPECT_EQ(trace.front().stage, "kmeans");
    EXPECT_EQ(trace.front().round, 0);
    EXPECT_EQ(trace.back().objective, kept.restarts[r].final_log_likelihood);
  }
  EXPECT_GT(kept.trace.size(), 210U);
  EXPECT_TRUE(fit(data.view, 6, method, {.seed = 2}).traces.empty());
}

// A blob, and three copies of one row far away from it: a component on the copies collapses.
Data blob_with_copies() {
  std::vector<double> values;
  Rng rng(5);
  for (int i = 0; i < 120; ++i) values.push_back(rng.normal() + (i % 4 < 2 ? 3 : 0));
  for (int i = 0; i < 3; ++i) values.insert(values.end(), {6.0, -4.0});
  return Data::from(std::move(values), 63, 2);
}

TEST(Fit, PrefersARestartWithoutCollapsedComponents) {
  const Data data = blob_with_copies();
  const Fit result = fit(data.view, 2, Pipeline::parse("unif"), {.restarts = 40});
  std::size_t collapsed_with_more = 0;
  for (const Restart& restart : result.restarts) {
    const bool more = restart.final_log_likelihood > result.best_restart().final_log_likelihood;
    EXPECT_TRUE(!more || restart.collapsed > 0);
    collapsed_with_more += more;
  }
  EXPECT_EQ(result.best_restart().collapsed, 0U);
  EXPECT_GT(collapsed_with_more, 0U) << "the data do not test the claim";
}

TEST(Fit, ConstantColumnsAreNotCollapsedComponents) {
  const Data flat = mapped(blobs(60, 2, 3), [](const Row& x) { return Row{x[0], 5}; });
  for (const char* type : {"full", "tied", "diagonal", "spherical"}) {
    const Fit result = fit(flat.view, 3, Pipeline::parse("km++/em:covariance=" + std::string(type)));
    EXPECT_EQ(result.best_restart().collapsed, 0U) << type;
  }
}

TEST(Fit, OneRestartThatFailsDoesNotTakeTheOthersDown) {
  const Data data = blobs(300, 2, 4);
  FitOptions options;
  options.restarts = 3;
  const Fit whole = fit(data.view, 4, Pipeline::parse("unif"), options);
  options.observer = [](const Progress& progress) -> bool {
    if (progress.restart == 1 && progress.stage == "em") throw std::runtime_error("a failure of its own");
    return true;
  };
  const Fit result = fit(data.view, 4, Pipeline::parse("unif"), options);
  EXPECT_EQ(result.restarts[1].error, "a failure of its own");
  for (const std::size_t r : {0, 2}) {
    EXPECT_EQ(result.restarts[r].error, "");
    EXPECT_EQ(result.restarts[r].final_log_likelihood, whole.restarts[r].final_log_likelihood);
  }
  EXPECT_NE(result.best, 1U);
}

TEST(Fit, AllRestartsFailingGivesTheFirstError) {
  const Data data = Data::from(std::vector<double>(30000, 1.0), 30000, 1);
  const auto text = message(ErrorCode::usage, [&] { fit(data.view, 2, Pipeline::parse("hac"), {.restarts = 3}); });
  EXPECT_EQ(text.substr(0, 4), "hac:");
}

TEST(Fit, StopsWhenTheObserverSaysSo) {
  const Data data = blobs(300, 2, 4);
  int calls = 0;
  FitOptions options;
  options.restarts = 4;
  options.observer = [&](const Progress&) { return ++calls < 10; };
  EXPECT_EQ(message(ErrorCode::cancelled, [&] { fit(data.view, 4, Pipeline::parse("ad"), options); }), "cancelled");
  EXPECT_EQ(calls, 10);
}

TEST(Fit, StopsInTheMiddleOfTheSeedingToo) {
  const Data data = blobs(300, 2, 4);
  for (const char* text : {"ad", "sg", "km++", "g", "kg", "unif", "hac"}) {
    FitOptions options;
    options.observer = [&](const Progress& progress) { return progress.stage == "em" || progress.round < 0; };
    EXPECT_EQ(message(ErrorCode::cancelled, [&] { fit(data.view, 4, Pipeline::parse(text), options); }), "cancelled");
  }
}

TEST(Fit, TellsTheObserverTheLikelihoodInTheUnitsOfTheData) {
  const Data data = mapped(blobs(80, 2, 3), [](const Row& x) {
    return Row{std::ldexp(x[0], 498), std::ldexp(x[1], 498)};
  });
  double last = 0;
  FitOptions options;
  options.observer = [&](const Progress& progress) { return last = progress.objective, true; };
  const Fit result = fit(data.view, 3, Pipeline::parse("km++"), options);
  EXPECT_EQ(last, result.best_restart().final_log_likelihood);
}

TEST(Fit, SaysWhenTheVariancesCannotBeWritten) {
  const Data data = mapped(blobs(80, 2, 3), [](const Row& x) {
    return Row{std::ldexp(x[0], 900), std::ldexp(x[1], 900)};
  });
  EXPECT_EQ(message(ErrorCode::failed, [&] { fit(data.view, 3, Pipeline::parse("km++")); }),
            "the variances of these data are too large for a double: divide the data by a constant");
}

TEST(Fit, GivesPrecisionsAndResponsibilitiesOfSmallDataOrSaysThatTheyAreTooSmall) {
  const std::string small =
      "the variances of these data are too small for a double, which ends at 2.3e-308: multiply the data by a constant";
  for (const auto& [exponent, can_be] : {std::pair{-480, true}, {-530, false}, {-700, false}, {-1060, false}}) {
    const Data data = mapped(blobs(80, 2, 3), [e = exponent](const Row& x) {
      return Row{std::ldexp(x[0], e), std::ldexp(x[1], e)};
    });
    for (const std::string covariance : {"full", "tied", "diagonal", "spherical"}) {
      const Pipeline method = Pipeline::parse("km++/em:covariance=" + covariance);
      if (!can_be) {
        EXPECT_EQ(message(ErrorCode::failed, [&] { fit(data.view, 3, method); }), small) << exponent;
        continue;
      }
      const Mixture model = fit(data.view, 3, method).model;
      for (const double number : precisions(model)) EXPECT_TRUE(std::isfinite(number)) << exponent;
      for (const double number : responsibilities(model, data.view)) EXPECT_TRUE(std::isfinite(number)) << exponent;
    }
  }
}

TEST(Fit, UnitsThatAreFarApartCostNoDigits) {
  const Data plain = blobs(80, 2, 3);
  const Pipeline method = Pipeline::parse("std/km++/em");
  const double expected = fit(plain.view, 3, method).best_restart().final_log_likelihood;
  for (const auto& [left, right] : {std::pair{-266, 266}, {-450, 30}, {-480, 20}}) {
    const Data data = mapped(plain, [l = left, r = right](const Row& x) {
      return Row{std::ldexp(x[0], l), std::ldexp(x[1], r)};
    });
    const double found = fit(data.view, 3, method).best_restart().final_log_likelihood;
    EXPECT_NEAR(found, expected - (left + right) * std::numbers::ln2, 1e-9) << left;
  }
}

TEST(Fit, SurvivesRowsOfHardlyAnyWeightFarAway) {
  const Data data = Data::from(std::vector<double>{1, 0, 1, 0, 0, 1}, 3, 2).weighted({1e-5, 1e7, 1e-4});
  for (const std::string seeder :
       {"unif", "hac", "g", "km++", "kg", "sg", "ad", "unif/km", "std/km++", "rehearse/unif"}) {
    const Fit result = fit(data.view, 2, Pipeline::parse(seeder + "/em"));
    EXPECT_NO_THROW(check(result.model)) << seeder;
    EXPECT_TRUE(std::isfinite(result.best_restart().final_log_likelihood)) << seeder;
  }
}

TEST(Fit, RowsWithNextToNoWeightLeaveNoVarianceThatCannotBeWritten) {
  const Data data = Data::from(std::vector<double>{-11.9, -1.2, 3, 3}, 2, 2).weighted({2.4e66, 1.5e-248});
  for (const std::string covariance : {"full", "tied", "diagonal", "spherical"}) {
    for (const std::size_t K : {1, 2}) {
      const Fit result = fit(data.view, K, Pipeline::parse("unif/em:covariance=" + covariance));
      EXPECT_TRUE(std::isfinite(result.best_restart().final_log_likelihood)) << covariance << ", " << K;
      EXPECT_NO_THROW(check(result.model)) << covariance << ", " << K;
    }
  }
}

// The report counts components without weight whether a stage or the start emptied them.
TEST(Fit, AComponentThatEndsWithoutWeightIsReported) {
  const Data data = testing::blobs(200, 2, 2);
  const Mixture start{Covariance::full, 2, {0.5, 0.5, 0}, {0, 0, 5, 5, 9, 9}, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}};
  for (const std::string method : {"em", "em:covariance=VVE", "em:covariance=VEI"}) {
    const Fit result = fit(data.view, State(start), Pipeline::parse(method));
    EXPECT_EQ(std::count(result.model.weights.begin(), result.model.weights.end(), 0.0), 1) << method;
    EXPECT_EQ(result.best_restart().repairs.emptied, 1u) << method;
  }
}

// A scatter that is rounding beside the step to its mean has no factor, whatever volume it is given.
TEST(Fit, FamiliesSurviveWeightsThatAreHundredOrdersApart) {
  const Data four =
      Data::from(std::vector<double>{-17.80254573809263, -5.346262552014742, 1.5525487668437772, 24.88699366013059,
                                     -9.959733001951166, 34.39478414002835, 1.7833216862651744, 24.175582960915733},
                 4, 2)
          .weighted({2.1217227466194743e-96, 132003.5469352298, 2.1217227466194743e-96, 9.21332132505472e+54});
  const Data two = Data::from(std::vector<double>{1.0766632654921011, -0.5207161138230448, 1.539204252701398,
                                                  0.8714791581466703, -1.7004845907718276, 1.2400279845045357},
                              2, 3)
                       .weighted({858035.2679158152, 0.0002989401142701349});
  for (const FamilyInfo& family : covariance_families()) {
    const std::string em = "/em:covariance=" + std::string(family.name);
    const Fit of_four = fit(four.view, 4, Pipeline::parse("standardise/spherical-gonzalez" + em), {.seed = 580});
    EXPECT_NO_THROW(check(of_four.model)) << family.name;
    const Fit of_two = fit(two.view, 2, Pipeline::parse("standardise/projections/cem/lift" + em), {.seed = 944});
    EXPECT_NO_THROW(check(of_two.model)) << family.name;
  }
}

TEST(Fit, AComponentWhoseShareIsBelowAnyNumberIsReportedAsEmpty) {
  const Data data = Data::from(std::vector<double>{1.9, -7.1}, 2, 1).weighted({5e-256, 1e145});
  const Fit result = fit(data.view, 2, Pipeline::parse("sg/lift/lift/em"));
  EXPECT_NO_THROW(check(result.model));
  EXPECT_GT(result.best_restart().repairs.emptied, 0u);
}

TEST(Fit, RefusesWeightsWhoseSumsWouldLeaveTheRangeOfADouble) {
  for (const double weight : {5e-324, 1e-295, 1e-160, 1e160, 1e305}) {
    const Data data = Data::from(std::vector<double>{1, 2, 3, 4}, 4, 1).weighted(std::vector<double>(4, weight));
    EXPECT_EQ(message(ErrorCode::input, [&] { fit(data.view, 2, Pipeline::parse("unif")); }).substr(0, 50),
              "weights: expected a sum from 1e-150 to 1e150, got ");
  }
  for (const double weight : {1e-140, 1e140}) {
    const Data data = Data::from(std::vector<double>{1, 2, 3, 4}, 4, 1).weighted(std::vector<double>(4, weight));
    EXPECT_NO_THROW(check(fit(data.view, 2, Pipeline::parse("unif")).model));
  }
}

TEST(Fit, ListsComponentsByDescendingWeight) {
  const Data data = blobs(500, 2, 4);
  std::vector<double> weights(500);
  for (std::size_t i = 0; i < 500; ++i) weights[i] = static_cast<double>(1 + i % 4);
  for (const char* text : {"unif", "km++", "hac", "auto"}) {
    const Fit result = fit(data.weighted(weights).view, 4, Pipeline::parse(text), {.seed = 3, .restarts = 2});
    EXPECT_TRUE(std::is_sorted(result.model.weights.rbegin(), result.model.weights.rend())) << text;
  }
  const Fit by_mean = fit(data.view, 4, Pipeline::parse("unif"), {.listing = Listing::mean});
  for (std::size_t k = 1; k < 4; ++k) EXPECT_LT(by_mean.model.mean(k - 1)[0], by_mean.model.mean(k)[0]);
}

TEST(Fit, TheModelThatEnteredEmHasItsComponentsInTheSameOrder) {
  const Data data = blobs(500, 2, 4, 12);
  const Fit listed = fit(data.view, 4, Pipeline::parse("g"), {.listing = Listing::mean});
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(listed.initial.mean(k)[0], listed.model.mean(k)[0], 3) << k;
}

TEST(Fit, KeepsTheOrderOfAStart) {
  const Data data = blobs(500, 2, 2, 12);
  for (const bool turned : {false, true}) {
    const Centers start{2, turned ? std::vector<double>{12, 6, 0, 0} : std::vector<double>{0, 0, 12, 6}};
    const Fit result = fit(data.view, State(start), Pipeline::parse("em"));
    EXPECT_EQ(result.model.mean(0)[0] > result.model.mean(1)[0], turned);
  }
  const InitialParameters known{.means = {12, 6, 0, 0}};
  EXPECT_GT(fit(data.view, 2, Pipeline::parse("unif"), {.known = known}).model.mean(0)[0], 6);
}

TEST(Fit, HacAsksAgainAndAgainWhetherToStop) {
  const Data data = blobs(300, 2, 4);
  std::size_t calls = 0;
  FitOptions options;
  options.observer = [&](const Progress& progress) { return calls += progress.stage == "hac", true; };
  fit(data.view, 4, Pipeline::parse("hac"), options);
  EXPECT_GE(calls, 300U + 299U) << "for every row of the distances, and for every merge";
}

TEST(Fit, TellsTheObserverEveryRound) {
  const Data data = blobs(300, 2, 4);
  int em_rounds = 0;
  FitOptions options;
  options.observer = [&](const Progress& progress) { return em_rounds += progress.stage == "em", true; };
  const Fit result = fit(data.view, 4, Pipeline::parse("km++/km/em:rounds=9,tol=0"), options);
  EXPECT_EQ(em_rounds, 10);
  EXPECT_EQ(result.best_restart().rounds, 9);
}

TEST(Fit, SaysWhatIsWrongWithTheRequest) {
  const Data data = blobs(10, 2, 2);
  const Pipeline method = Pipeline::parse("unif");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, 0, method); }), "components: expected at least 1, got 0");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, 11, method); }),
            "components: expected at most one per row (10 rows), got 11");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, 2, method, {.restarts = 0}); }),
            "restarts: expected at least 1, got 0");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, 2, method, {.threads = -1}); }),
            "threads: expected 0 (all) to 1024, got -1");
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(data.view, 2, Pipeline::parse("em:rounds=5")); }),
            "method 'em:rounds=5,tol=1e-05' has no seeder: expected one first, or a start");
  EXPECT_EQ(message(ErrorCode::usage,
                    [&] {
                      fit(data.view, Centers{2, {0, 0, 1, 1}}, method);
                    }),
            "method 'uniform/em:rounds=200,tol=1e-05' has a seeder, but a start is given: expected refiners only");
  EXPECT_EQ(message(ErrorCode::input,
                    [&] {
                      fit(data.view, Centers{3, {0, 0, 1}}, Pipeline::parse("em"));
                    }),
            "the start has 3 columns, the data have 2");
  const double bad[] = {0, 1, 2, std::nan("")};
  EXPECT_EQ(message(ErrorCode::input, [&] { fit(DataView(bad, 2, 2), 1, method); }),
            "row 2, column 2: expected a finite number, got nan");
}

TEST(Fit, FromAStartWithoutRoundsGivesTheStartBack) {
  const Data data = blobs(100, 2, 2);
  const Mixture start{Covariance::diagonal, 2, {0.25, 0.75}, {0, 0.1, 6, 3}, {1, 2, 3, 0.1}};
  const Fit result = fit(data.view, start, Pipeline::parse("em:rounds=0,covariance=diagonal"));
  EXPECT_EQ(result.model, start);
  EXPECT_EQ(result.initial, start);
}

TEST(Fit, LeavesTheFactsThatMakeItsModelRepeatable) {
  const Data data = blobs(1000, 2, 4);
  const Fit result = fit(data.view, 3, Pipeline::parse("auto"), {.seed = 5});
  const Fit again = fit(data.view, 3, Pipeline::parse(result.method), {.seed = result.seed});
  EXPECT_EQ(result.model, again.model);
}

class EveryMethod : public ::testing::TestWithParam<const char*> {
 protected:
  static void expect_finite(const Data& data, std::size_t K) {
    const Fit result = fit(data.view, K, Pipeline::parse(GetParam()), {.restarts = 2});
    EXPECT_NO_THROW(check(result.model));
    EXPECT_TRUE(std::isfinite(result.best_restart().final_log_likelihood));
    EXPECT_TRUE(std::isfinite(result.criteria.icl));
    for (const Restart& restart : result.restarts) EXPECT_EQ(restart.error, "");
  }
};

TEST_P(EveryMethod, WorksWhereDataAreAwkward) {
  const Data data = blobs(80, 3, 3);
  expect_finite(mapped(data, [](const Row& x) { return Row{x[0], 7, x[2]}; }), 4);               // constant
  expect_finite(mapped(data, [](const Row& x) { return Row{x[0], x[1], x[0] - x[1]}; }), 4);     // collinear
  expect_finite(mapped(data, [](const Row& x) { return Row{std::round(x[0] / 9), 0, 0}; }), 6);  // few distinct rows
  expect_finite(Data::from(std::vector<double>(30, 4.0), 10, 3), 3);                             // one distinct row
  expect_finite(Data::from(std::vector<double>(30, 0.0), 10, 3), 3);
  expect_finite(blobs(80, 1, 3), 3);
  expect_finite(data, 1);
  expect_finite(blobs(6, 3, 3), 6);
}

TEST_P(EveryMethod, GivesTheSameModelInAnyUnit) {
  const Data data = blobs(80, 2, 3);
  const Fit plain = fit(data.view, 3, Pipeline::parse(GetParam()));
  for (const int exponent : {-498, 498}) {  // about 1e-150 and 1e150
    const Data scaled = mapped(data, [&](const Row& x) {
      return Row{std::ldexp(x[0], exponent), std::ldexp(x[1], exponent)};
    });
    const Fit result = fit(scaled.view, 3, Pipeline::parse(GetParam()));
    for (std::size_t i = 0; i < plain.model.means.size(); ++i) {
      EXPECT_NEAR(std::ldexp(result.model.means[i], -exponent), plain.model.means[i], 1e-9);
    }
    const double shift = 2 * exponent * std::log(2.0);
    EXPECT_NEAR(result.best_restart().final_log_likelihood + shift, plain.best_restart().final_log_likelihood, 1e-9);
    EXPECT_NEAR(result.criteria.log_likelihood + 80 * shift, plain.criteria.log_likelihood, 1e-6);
    EXPECT_NEAR(score(result.model, scaled.view), result.best_restart().final_log_likelihood, 1e-9);
  }
}

// The prior's rows are among those whose densities a search and em add up, and not among those of cem.
TEST(Fit, TracesAreInTheCallersUnitsAlsoWithAPrior) {
  constexpr int kExponent = 498;
  const Data data = blobs(80, 2, 3);
  const Data scaled = mapped(data, [](const Row& x) {
    return Row{std::ldexp(x[0], kExponent), std::ldexp(x[1], kExponent)};
  });
  const Pipeline method = Pipeline::parse("kmeans++/kmeans:rounds=2/cem:rounds=2/search/em:prior=4");
  const Trace plain = fit(data.view, 3, method).trace, far = fit(scaled.view, 3, method).trace;
  const double shift = 2 * kExponent * std::log(2.0), unseen = 4 * 3 / 80.0;
  ASSERT_EQ(far.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool squares = plain[i].stage == "kmeans", penalised = plain[i].stage == "search" || plain[i].stage == "em";
    const double expected = squares ? std::ldexp(plain[i].objective, 2 * kExponent)
                                    : plain[i].objective - shift * (penalised ? 1 + unseen : 1);
    EXPECT_NEAR(far[i].objective / expected, 1, 1e-9) << plain[i].stage << " " << plain[i].round;
  }
}

TEST_P(EveryMethod, WorksAtALargeOffset) {
  const Data far = mapped(blobs(80, 2, 3), [](const Row& x) { return Row{x[0] + 1e9, x[1] - 1e9}; });
  expect_finite(far, 3);
  const Fit near = fit(blobs(80, 2, 3).view, 3, Pipeline::parse(GetParam()), {.restarts = 2});
  const Fit result = fit(far.view, 3, Pipeline::parse(GetParam()), {.restarts = 2});
  EXPECT_NEAR(result.best_restart().final_log_likelihood, near.best_restart().final_log_likelihood, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryMethod,
                         ::testing::Values("auto", "unif", "hac", "g/km", "km++/km", "kg", "sg/cem", "ad/cem",
                                           "ad/em:covariance=tied", "km++/em:covariance=diagonal",
                                           "sg/em:covariance=spherical", "std/km++/km/em:covariance=tied",
                                           "std/ad/cem/em:covariance=diagonal", "std/g/em:covariance=spherical"),
                         [](const auto& tested) { return "Pipeline" + std::to_string(tested.index); });

class Standardised : public ::testing::TestWithParam<const char*> {};

TEST_P(Standardised, GivesTheSameModelWhateverTheUnitsOfTheColumns) {
  const Data data = blobs(150, 2, 3, 3);
  const Data other = mapped(data, [](const Row& x) { return Row{x[0] * 1000, x[1] / 64}; });
  for (const char* type : {"full", "tied", "diagonal"}) {
    const auto method = Pipeline::parse("std/" + std::string(GetParam()) + "/em:covariance=" + type);
    const Fit plain = fit(data.view, 4, method), scaled = fit(other.view, 4, method);
    Mixture expected = plain.model;
    for (std::size_t k = 0; k < 4; ++k) {
      expected.means[2 * k] *= 1000;
      expected.means[2 * k + 1] /= 64;
      EXPECT_NEAR(scaled.model.means[2 * k], expected.means[2 * k], 1e-6) << type;
      EXPECT_NEAR(scaled.model.means[2 * k + 1], expected.means[2 * k + 1], 1e-8) << type;
      EXPECT_NEAR(scaled.model.covariance_of(k)[0], 1e6 * plain.model.covariance_of(k)[0], 1e-2) << type;
    }
    const double shift = std::log(1000) - std::log(64);
    EXPECT_NEAR(scaled.best_restart().initial_log_likelihood + shift, plain.best_restart().initial_log_likelihood,
                1e-9);
    EXPECT_NEAR(scaled.best_restart().final_log_likelihood + shift, plain.best_restart().final_log_likelihood, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Starts, Standardised, ::testing::Values("km++", "g/km", "ad/cem", "sg", "hac", "unif/cem"),
                         [](const auto& tested) { return "Start" + std::to_string(tested.index); });

TEST(StandardisedFit, IsThePlainFitOfRowsThatAreStandardisedAlready) {
  const Data data = blobs(200, 2, 3, 3);
  double sd[2] = {0, 0}, mean[2] = {0, 0};
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < 2; ++j) mean[j] += data.view.at(i, j) / 200;
  }
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < 2; ++j) sd[j] += std::pow(data.view.at(i, j) - mean[j], 2) / 200;
  }
  const Data ready = mapped(data, [&](const Row& x) { return Row{x[0] / std::sqrt(sd[0]), x[1] / std::sqrt(sd[1])}; });
  const Fit plain = fit(ready.view, 3, Pipeline::parse("ad/cem")),
            framed = fit(data.view, 3, Pipeline::parse("std/ad/cem"));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(framed.model.means[i], plain.model.means[i] * std::sqrt(sd[i % 2]), 1e-9);
  }
}

TEST(StandardisedFit, TakesAStartInTheUnitsOfTheData) {
  const Data data = blobs(100, 2, 2);
  const Mixture start{Covariance::full, 2, {0.25, 0.75}, {0, 0.5, 6, 3}, {1, 0.25, 0.25, 2, 3, 0, 0, 0.5}};
  const Fit result = fit(data.view, start, Pipeline::parse("std/em:rounds=0"));
  EXPECT_LT(distance(State(result.model), State(start)), 1e-14);
}

class Whitened : public ::testing::TestWithParam<const char*> {};

TEST_P(Whitened, GivesTheSameModelHoweverTheColumnsAreMixed) {
  const Data data = blobs(150, 2, 3, 3);
  const Data other = mapped(data, [](const Row& x) { return Row{100 * x[0] + 99 * x[1] + 1e6, x[0] + x[1]}; });
  for (const char* type : {"full", "tied"}) {
    // Longer steps are taken in coordinates that depend on the columns.
    const auto method = Pipeline::parse("whiten/" + std::string(GetParam()) + "/em")
                            .with({.rounds = 10, .covariance = type, .acceleration = "plain"});
    const Fit plain = fit(data.view, 4, method), mixed = fit(other.view, 4, method);
    for (std::size_t k = 0; k < 4; ++k) {
      const double x = plain.model.means[2 * k], y = plain.model.means[2 * k + 1];
      EXPECT_NEAR(mixed.model.means[2 * k], 100 * x + 99 * y + 1e6, 1e-4) << type;
      EXPECT_NEAR(mixed.model.means[2 * k + 1], x + y, 1e-6) << type;
    }
    // The determinant of the columns' mixture is 1.
    EXPECT_NEAR(mixed.best_restart().initial_log_likelihood, plain.best_restart().initial_log_likelihood, 1e-6);
    EXPECT_NEAR(mixed.best_restart().final_log_likelihood, plain.best_restart().final_log_likelihood, 1e-7);
  }
}

INSTANTIATE_TEST_SUITE_P(Starts, Whitened, ::testing::Values("km++/km", "g/km", "ad/cem", "sg", "hac"),
                         [](const auto& tested) { return "Start" + std::to_string(tested.index); });

TEST(WhitenedFit, TakesAStartInTheUnitsOfTheData) {
  const Data data = blobs(100, 2, 2);
  const Mixture start{Covariance::full, 2, {0.25, 0.75}, {0, 0.5, 6, 3}, {1, 0.25, 0.25, 2, 3, 0, 0, 0.5}};
  const Fit result = fit(data.view, start, Pipeline::parse("whiten/em:rounds=0"));
  EXPECT_LT(distance(State(result.model), State(start)), 1e-12);
}

TEST(WhitenedFit, ColumnsThatFollowFromOthersAndConstantOnesAreNoObstacle) {
  const Data data = blobs(200, 2, 3);
  std::vector<double> values;
  for (std::size_t i = 0; i < 200; ++i) {
    const double x = data.view.at(i, 0), y = data.view.at(i, 1);
    values.insert(values.end(), {x, y, x - 2 * y, 7});
  }
  for (const FamilyInfo& family : covariance_families()) {
    const Pipeline method = Pipeline::parse("whiten/km++/km").with({.covariance = family.name});
    const Fit result = fit(Data::from(values, 200, 4), 3, method);
    EXPECT_NO_THROW(check(result.model)) << family.name;
    EXPECT_TRUE(std::isfinite(result.best_restart().final_log_likelihood)) << family.name;
  }
}

TEST(WhitenedFit, RowsThatAllButOneHaveNextToNoWeightAreOneRow) {
  const Data data = Data::from(std::vector<double>{1.25, 2}, 2, 1).weighted({4e147, 3e-123});
  const Fit result = fit(data, 1, "whiten/adaptive/cem/em:covariance=EII");
  EXPECT_NEAR(result.model.means[0], 1.25, 1e-12);
}

TEST(WhitenedFit, ComponentsWithoutRowsKeepUsableCovariances) {
  const Data data = Data::from({{0, 1, 5}, {1, 0, 5}, {0, 1, 5}});
  for (const FamilyInfo& family : covariance_families()) {
    const Pipeline method = Pipeline::parse("whiten/projections/search").with({.covariance = family.name});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      EXPECT_NO_THROW(check(fit(data, 3, method, {.seed = seed}).model)) << family.name << ", seed " << seed;
    }
  }
}

TEST(Fit, NeedsNoMoreThanDataAndANumber) {
  const Data data = blobs(300, 2, 3);
  EXPECT_EQ(fit(data, 3).model, fit(data.view, 3, Pipeline::parse("auto")).model);
  EXPECT_EQ(fit(data, 3, {.seed = 4}).model, fit(data.view, 3, Pipeline::parse("auto"), {.seed = 4}).model);
  EXPECT_EQ(fit(data, 3, "gonzalez/cem").model, fit(data.view, 3, Pipeline::parse("gonzalez/cem")).model);
}

TEST(Fit, ComponentsWithoutRowsLeaveNoFamilyWithoutVariances) {
  const Data data = Data::from({{1, 0}, {0, 1}, {1, 0}});
  for (const FamilyInfo& family : covariance_families()) {
    const Pipeline method = Pipeline::parse("rehearse/km++/cem/em:tol=0").with({.covariance = family.name});
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      EXPECT_NO_THROW(check(fit(data, 3, method, {.seed = seed}).model)) << family.name;
    }
  }
}

}  // namespace
}  // namespace mixseed
