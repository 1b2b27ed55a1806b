#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/family.h"
#include "mixseed/missing.h"
#include "mixseed/team.h"
#include "support/blobs.h"
#include "support/gaps.h"
#include "support/message.h"

namespace mixseed {
namespace {

constexpr auto kMarginal = MissingValues::marginal;

using testing::blobs;
using testing::with_gaps;
using Values = std::vector<double>;

TEST(FitObserved, NeverLetsTheLikelihoodFallInAnyFamily) {
  const Data data = with_gaps(blobs(300, 3, 3, 5), 0.3);
  for (const FamilyInfo& family : covariance_families()) {
    const Pipeline pipeline =
        Pipeline::parse("kmeans++/em").with(EmOptions{.rounds = 60, .tol = 0, .covariance = family.name});
    const Fit fit = mixseed::fit(data, 3, pipeline, {.threads = 1, .missing = kMarginal});
    EXPECT_EQ(family_name(fit.model), family.name);
    // The last stretch of the trace is that of the observed.
    const std::size_t rounds = static_cast<std::size_t>(fit.best_restart().rounds);
    ASSERT_GT(fit.trace.size(), rounds);
    for (std::size_t i = fit.trace.size() - rounds + 1; i < fit.trace.size(); ++i) {
      ASSERT_GE(fit.trace[i].objective, fit.trace[i - 1].objective - 1e-11) << family.name << ", round " << i;
    }
    const Criteria criteria = mixseed::criteria(fit.model, data, 1, kMarginal);
    EXPECT_NEAR(criteria.bic, fit.criteria.bic, 1e-9 * std::abs(criteria.bic)) << family.name;
  }
}

TEST(FitObserved, IsTheOtherFitWhereNothingIsMissing) {
  const Data data = blobs(400, 2, 3);
  const Pipeline pipeline = Pipeline::parse("auto").with(EmOptions{.rounds = 2000, .tol = 1e-12});
  const Fit whole = fit(data, 3, pipeline), observed = mixseed::fit(data, 3, pipeline, {.missing = kMarginal});
  EXPECT_NEAR(observed.criteria.log_likelihood, whole.criteria.log_likelihood, 1e-7);
  for (std::size_t i = 0; i < whole.model.means.size(); ++i) {
    EXPECT_NEAR(observed.model.means[i], whole.model.means[i], 1e-4);
  }
}

TEST(FitObserved, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = with_gaps(blobs(3000, 3, 3), 0.2);
  const Fit one = mixseed::fit(data, 3, Pipeline::parse("auto"), {.threads = 1, .missing = kMarginal});
  const Fit three = mixseed::fit(data, 3, Pipeline::parse("auto"), {.threads = 3, .missing = kMarginal});
  EXPECT_EQ(one.model, three.model);
  EXPECT_EQ(one.criteria.icl, three.criteria.icl);
}

TEST(FitObserved, CountsWeightsAsRepetitions) {
  const Data gaps = with_gaps(blobs(300, 2, 2), 0.2);
  Values weights(300);
  for (std::size_t i = 0; i < 300; ++i) weights[i] = static_cast<double>(i % 3);
  const Pipeline pipeline = Pipeline::parse("em").with(EmOptions{.rounds = 500, .tol = 1e-12});
  const State start = Centers{2, {0, 0, 6, 3}};
  const Fit weighted = mixseed::fit(gaps.weighted(weights), start, pipeline, {.missing = kMarginal});
  const Fit repeated = mixseed::fit(testing::repeated(gaps, weights), start, pipeline, {.missing = kMarginal});
  EXPECT_NEAR(weighted.criteria.bic, repeated.criteria.bic, 1e-6);
}

TEST(FitObserved, RestartsAreRankedByTheObservedLikelihood) {
  const Data data = with_gaps(blobs(150, 3, 4, 8), 0.3);
  for (const char* method : {"auto", "kmeans++/em"}) {
    const Fit one = mixseed::fit(data, 4, Pipeline::parse(method), {.threads = 1, .missing = kMarginal});
    const Fit four =
        mixseed::fit(data, 4, Pipeline::parse(method), {.restarts = 4, .threads = 2, .missing = kMarginal});
    ASSERT_EQ(four.restarts.size(), 4U);
    EXPECT_EQ(four.restarts[0].penalised_log_likelihood, one.best_restart().penalised_log_likelihood) << method;
    for (const Restart& restart : four.restarts) {
      const Restart& best = four.best_restart();
      EXPECT_TRUE(restart.collapsed > best.collapsed || restart.collapsed > 0 ||
                  restart.penalised_log_likelihood <= best.penalised_log_likelihood)
          << method;
    }
    const Criteria criteria = mixseed::criteria(four.model, data, 1, kMarginal);
    const double n = criteria.observations;
    EXPECT_NEAR(criteria.log_likelihood / n, four.best_restart().final_log_likelihood, 1e-9) << method;
  }
}

TEST(FitObserved, StandsInHugeUnitsAsInOrdinaryOnes) {
  const Data data = with_gaps(blobs(200, 2, 2), 0.2);
  Values values(data.view.doubles(), data.view.doubles() + 400);
  for (double& value : values) value = std::ldexp(value, 480);
  const Data huge = Data::from(std::move(values), 200, 2);
  const Fit plain = mixseed::fit(data, 2, Pipeline::parse("auto"), {.missing = kMarginal}),
            far = mixseed::fit(huge, 2, Pipeline::parse("auto"), {.missing = kMarginal});
  for (std::size_t i = 0; i < plain.model.means.size(); ++i) {
    EXPECT_NEAR(std::ldexp(far.model.means[i], -480), plain.model.means[i], 1e-6);
  }
  const Criteria criteria = mixseed::criteria(far.model, huge, 1, kMarginal);
  EXPECT_NEAR(criteria.bic, far.criteria.bic, 1e-9 * std::abs(criteria.bic));
}

TEST(EstimateObserved, GivesTheMaximumOfEveryGroupByItself) {
  const Data data = with_gaps(blobs(300, 2, 2, 9), 0.2);
  std::vector<std::size_t> labels(300);
  Values first;
  for (std::size_t i = 0; i < 300; ++i) {
    labels[i] = i % 2;
    if (i % 2 == 0) first.insert(first.end(), {data.view.at(i, 0), data.view.at(i, 1)});
  }
  const Mixture both = estimate(data, labels, 2, "full", 1, kMarginal);
  const Data group = Data::from(std::move(first), 150, 2);
  const Pipeline pipeline = Pipeline::parse("uniform/em").with(EmOptions{.rounds = 500, .tol = 1e-12});
  const Mixture alone = mixseed::fit(group, 1, pipeline, {.missing = kMarginal}).model;
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(both.means[j], alone.means[j], 1e-3);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_NEAR(both.covariances[j], alone.covariances[j], 1e-2 * alone.covariances[0]);
}

TEST(FitObserved, SaysWhatItCannotDo) {
  const Data data = with_gaps(blobs(50, 2, 2), 0.2);
  const auto said = [&](const char* method) {
    return testing::message(ErrorCode::usage,
                            [&] { mixseed::fit(data, 2, Pipeline::parse(method), {.missing = kMarginal}); });
  };
  EXPECT_EQ(said("auto/em:noise=0.1"),
            "missing values: expected no noise component, which is defined for whole rows only: drop the rows with "
            "missing values, or fit without noise");
  EXPECT_EQ(said("uniform/em:rules=paper"),
            "missing values: expected rules=default, got rules=paper, which are defined for whole rows only: drop the "
            "rows with missing values, or fit by the default rules");
  const FitOptions limited{.budget = Budget::parse("9 passes"), .missing = kMarginal};
  EXPECT_EQ(testing::message(ErrorCode::usage, [&] { mixseed::fit(data, 2, Pipeline::parse("auto"), limited); }),
            "missing values: expected restarts, got a budget, which counts passes over whole rows: drop the rows with "
            "missing values, or give restarts (--restarts, n_init)");
  const Values column{1, std::nan(""), 2, std::nan("")};
  EXPECT_EQ(
      testing::message(
          ErrorCode::input,
          [&] { mixseed::fit(DataView(column.data(), 2, 2), 1, Pipeline::parse("auto"), {.missing = kMarginal}); }),
      "column 2 has no number at all");
  Mixture noisy{Covariance::spherical, 2, {0.9}, {0, 0}, {1}};
  noisy.noise = Noise{0.1, 0, {0, 0}, {1, 1}};
  EXPECT_EQ(testing::message(ErrorCode::usage, [&] { impute(noisy, data); }),
            "missing values: expected a mixture without noise");
}

TEST(FitObserved, RefusesTeamsAndOtherNumbersOfColumns) {
  const Data data = with_gaps(blobs(50, 2, 2), 0.2);
  const auto team = team_of(data, 1);
  EXPECT_EQ(testing::message(ErrorCode::usage,
                             [&] { mixseed::fit(*team, 2, Pipeline::parse("auto"), {.missing = kMarginal}); }),
            "missing=marginal: expected rows in memory, got a team");
  const Mixture wide{Covariance::spherical, 3, {1}, {0, 0, 0}, {1}};
  EXPECT_EQ(testing::message(ErrorCode::input, [&] { mixseed::criteria(wide, data, 1, kMarginal); }),
            "the mixture has 3 columns, the data have 2");
}

}  // namespace
}  // namespace mixseed
