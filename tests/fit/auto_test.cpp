#include "fit/auto.h"

#include <gtest/gtest.h>

#include "fit/stages.h"
#include "mixseed/mixseed.h"

namespace mixseed {
namespace {

TEST(Quick, RehearsesGreedySeedsOnStandardisedColumns) {
  EXPECT_EQ(Pipeline::parse("quick").resolved(10, 20).text(),
            "rehearse/standardise/kmeans++:trials=4/kmeans:rounds=10/em:rounds=200,tol=1e-05");
  EXPECT_EQ(Pipeline::parse("quick").resolved(30, 2).short_runs->parameters.integer("rows"), 600);
}

TEST(Auto, SearchesFromSeveralStartsOnStandardisedColumns) {
  EXPECT_EQ(Pipeline::parse("auto").resolved(10, 20).text(),
            "rehearse:tries=2,rows=1320,rounds=2,kicks=4/standardise/kmeans++:trials=4/kmeans:rounds=10/search/or/"
            "adaptive:alpha=1/cem:rounds=25/search/em:rounds=200,tol=1e-05");
  EXPECT_EQ(
      Pipeline::parse("auto").resolved(10, 4).text(),
      "rehearse:tries=3,rows=1320,rounds=2,agree=2,kicks=1/standardise/kmeans++:trials=3/kmeans:rounds=10/search/or/"
      "adaptive:alpha=1/cem:rounds=25/search/or/projections/em:rounds=200,tol=1e-05");
}

TEST(Auto, HasAPriorByTheRowsPerParameter) {
  const auto prior = [](const char* method, std::size_t dim, std::size_t components, double rows) {
    const Stage em = Pipeline::parse(method).resolved(dim, components, rows).refiners.back();
    return refiner_of(em).estimation(em.parameters).prior;
  };
  EXPECT_EQ(prior("auto", 2, 5, 30 * 5 * 4), 0) << "plenty of rows";
  EXPECT_EQ(prior("auto", 2, 5, 14 * 5 * 4), 0.25);
  EXPECT_EQ(prior("auto", 2, 5, 7 * 5 * 4), 1);
  EXPECT_EQ(prior("auto", 2, 5, 4 * 5 * 4), 1);
  EXPECT_EQ(prior("auto", 30, 5, 1.75 * 5 * 32), 16);
  EXPECT_EQ(prior("auto", 30, 5, 5), 32) << "at most D + 2";
  EXPECT_EQ(prior("quick", 2, 5, 7 * 5 * 4), 1);
  EXPECT_EQ(prior("auto/em:prior=0", 2, 5, 140), 0) << "as it is said";
  EXPECT_EQ(prior("auto/em:prior=3", 2, 5, 140), 3);
  EXPECT_EQ(prior("kmeans++/kmeans", 2, 5, 140), 0) << "a method that is spelled out";
  EXPECT_EQ(prior("kmeans++/kmeans/em:prior=auto", 2, 5, 140), 1);
  EXPECT_EQ(prior("auto/em:covariance=tied", 2, 5, 7 * 4), 1) << "one covariance";
  EXPECT_EQ(prior("auto/em:rules=paper", 2, 5, 140), 0);
}

// 4 components in 10 columns have 263 free parameters.
TEST(Auto, SearchesLessWhereRowsAreFewForTheParameters) {
  const auto method = [](std::size_t components, double rows) {
    return Pipeline::parse("auto").resolved(10, components, rows).text();
  };
  EXPECT_EQ(method(4, 5 * 263), Pipeline::parse("auto").resolved(10, 4).text() + ",prior=0.065");
  EXPECT_EQ(method(4, 5 * 263 - 1),
            "rehearse:tries=3,rows=1320,rounds=20,margin=0.3/standardise/kmeans++:trials=3/kmeans:rounds=10/or/"
            "kmeans++:trials=3/kmeans:rounds=10/search:anew=1/or/projections/em:rounds=200,tol=1e-05,prior=0.065");
  EXPECT_EQ(method(9, 1000),
            "rehearse:tries=2,rows=1320,rounds=20,margin=0.3/standardise/kmeans++:trials=4/kmeans:rounds=10/or/"
            "kmeans++:trials=4/kmeans:rounds=10/search:anew=1/em:rounds=200,tol=1e-05,prior=0.57");
  EXPECT_EQ(method(20, 1000),
            "rehearse:tries=3,rows=1320,rounds=20,margin=0.3/standardise/kmeans++:trials=4/kmeans:rounds=10/or/"
            "kmeans++:trials=4/kmeans:rounds=10/search:anew=1/or/adaptive:alpha=1/cem:rounds=25/search:anew=1/"
            "em:rounds=200,tol=1e-05,prior=1");
  EXPECT_EQ(method(20, 800), Pipeline::parse("quick").resolved(10, 20, 800).text()) << "3.3 rows per D + 2";
  const auto spheres = Pipeline::parse("auto/em:covariance=spherical,prior=0");  // 47 free parameters
  EXPECT_EQ(spheres.resolved(10, 4, 5 * 47).text(), spheres.resolved(10, 4).text());
  EXPECT_NE(spheres.resolved(10, 4, 5 * 47 - 1).text(), spheres.resolved(10, 4).text());
}

TEST(Auto, HasNothingToSearchForWithOneComponent) {
  for (const char* method : {"auto", "quick"}) {
    EXPECT_EQ(Pipeline::parse(method).resolved(10, 1).text(), "standardise/uniform/em:rounds=200,tol=1e-05");
  }
}

TEST(Auto, TakesALargerSampleInMoreDimensions) {
  EXPECT_EQ(Pipeline::parse("auto").resolved(30, 2).short_runs->parameters.integer("rows"), 9920);
}

TEST(Auto, KeepsTheStagesThatWereAskedFor) {
  EXPECT_EQ(Pipeline::parse("auto/em:covariance=tied").resolved(10, 20).refiners.back().text(),
            "em:rounds=200,tol=1e-05,covariance=tied");
  EXPECT_EQ(Pipeline::parse("rehearse:tries=2/auto/cem:rounds=3/em").resolved(10, 20).text(),
            "rehearse:tries=2/standardise/kmeans++:trials=4/cem:rounds=3/em:rounds=200,tol=1e-05");
}

TEST(Auto, StandardisesUnlessTheComponentsAreSpherical) {
  const auto scaling = [](const char* text) { return Pipeline::parse(text).resolved(2, 3).scaling; };
  EXPECT_EQ(scaling("auto"), Scaling::standardised);
  EXPECT_EQ(scaling("auto/em:covariance=spherical"), Scaling::plain);
  EXPECT_EQ(scaling("standardise/auto/em:covariance=spherical"), Scaling::standardised);
  EXPECT_EQ(scaling("whiten/auto"), Scaling::whitened);
}

TEST(WithPrior, ReplacesTheRuleByANumberAndTheDefaultWhereRequested) {
  const auto prior = [](const char* method, bool by_default) {
    return with_prior(Pipeline::parse(method), 2, 5, 140, by_default).refiners.back().parameters.number("prior");
  };
  EXPECT_EQ(prior("uniform/em:prior=auto", false), 1);
  EXPECT_EQ(prior("uniform/em", true), 1);
  EXPECT_EQ(prior("uniform/em", false), kPriorByMethod);
  EXPECT_EQ(prior("uniform/em:prior=3", true), 3);
  EXPECT_EQ(prior("uniform/em:rules=paper", true), kPriorByMethod);
}

TEST(FitSize, CountsRowsPerParameterAndPerColumn) {
  const FitSize full{family_of(Covariance::full), 10, 4, 1315};
  EXPECT_DOUBLE_EQ(full.rows_per_parameter(), 5) << "263 free parameters";
  EXPECT_DOUBLE_EQ(full.row_ratio(), 1315.0 / 4 / 12);
  EXPECT_GT((FitSize{family_of(Covariance::spherical), 10, 4, 1315}).row_ratio(), full.row_ratio());
}

}  // namespace
}  // namespace mixseed
