#include <gtest/gtest.h>

#include "fit/stages.h"
#include "mixseed/mixseed.h"

namespace mixseed {
namespace {

std::string canonical(std::string_view text) { return Pipeline::parse(text).text(); }

std::string message(std::string_view text) {
  try {
    Pipeline::parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "no error";
}

TEST(Pipeline, WritesLongNamesAndItsParametersInOrder) {
  EXPECT_EQ(canonical("ad/cem"), "adaptive:alpha=1/cem:rounds=25/em:rounds=200,tol=1e-05");
  EXPECT_EQ(canonical("ad:alpha=0.5/cem/em:tol=0,rounds=50"), "adaptive:alpha=0.5/cem:rounds=25/em:rounds=50,tol=0");
  EXPECT_EQ(canonical("km++/km"), "kmeans++/kmeans:rounds=25/em:rounds=200,tol=1e-05");
  EXPECT_EQ(canonical("g"), "gonzalez/em:rounds=200,tol=1e-05");
  EXPECT_EQ(canonical("sg:s=0.1"), "spherical-gonzalez:s=0.1/em:rounds=200,tol=1e-05");
}

TEST(Pipeline, LeavesOutDefaultsThatSeldomChangeAndShowsThemWhenTheyDo) {
  EXPECT_EQ(canonical("unif/em:covariance=full"), canonical("unif"));
  EXPECT_EQ(canonical("unif/em:covariance=tied,rules=paper,floor=0"),
            "uniform/em:rounds=200,tol=1e-05,covariance=tied,rules=paper,floor=0");
}

TEST(Pipeline, CanonicalTextReadsBackAsItself) {
  for (const char* text : {"auto", "kg:s=0.25/em:rounds=75,tol=0", "hac:s=0.01/kmeans:rounds=3/cem/em",
                           "ad:rules=paper/lift:covariance=diagonal/em:floor=1e-4", "em:rounds=0", "cem", "std/g/km"}) {
    EXPECT_EQ(canonical(canonical(text)), canonical(text));
  }
}

TEST(Pipeline, EverySeederComposesWithEveryRefinerOrNone) {
  for (const MethodInfo& seeder : methods()) {
    if (seeder.kind != MethodInfo::Kind::seeder) continue;
    EXPECT_NO_THROW(canonical(seeder.name));
    if (!seeder.alias.empty()) {
      EXPECT_EQ(canonical(seeder.alias), canonical(seeder.name));
    }
    for (const MethodInfo& refiner : methods()) {
      if (refiner.kind != MethodInfo::Kind::refiner) continue;
      const std::string text = std::string(seeder.name) + "/" + std::string(refiner.name);
      EXPECT_EQ(canonical(text).substr(0, seeder.name.size()), seeder.name);
    }
  }
}

TEST(Pipeline, SaysWhatIsWrong) {
  EXPECT_EQ(message("kmaens"),
            "unknown method 'kmaens', expected one of auto, quick, uniform, hac, gonzalez, kmeans++, kwedlo, "
            "spherical-gonzalez, adaptive, projections, mhac, kmeans, cem, search, em, lift, rehearse, standardise, "
            "whiten, or; "
            "did you mean 'kmeans'?");
  EXPECT_EQ(message("ad:beta=1"), "adaptive: unknown parameter 'beta', expected one of alpha, rules");
  EXPECT_EQ(message("unif:s=1"), "uniform: unknown parameter 's', it has none");
  EXPECT_EQ(message("ad:alpha=1.5"), "adaptive: alpha: expected a number from 0 to 1, got '1.5'");
  EXPECT_EQ(message("sg:s=0"), "spherical-gonzalez: s: expected a number above 0 to 1, got '0'");
  EXPECT_EQ(message("sg:s=x"), "spherical-gonzalez: s: expected a number above 0 to 1, got 'x'");
  EXPECT_EQ(message("km++/km:rounds=2.5"), "kmeans: rounds: expected a whole number from 0 to 1000000000, got '2.5'");
  EXPECT_EQ(message("em:covariance=round"),
            "em: covariance: expected one of full, tied, diagonal, spherical, EII, EEI, VEI, EVI, VEE, EVE, VVE, "
            "EEV, VEV, EVV, got 'round'");
  EXPECT_EQ(message(""),
            "method '': it is empty, expected "
            "[rehearse[:name=value,...]/][standardise/|whiten/]seeder[:name=value,...]/refiner[:name=value,...]/..."
            "[/or/seeder/...]");
  EXPECT_EQ(message("ad//em"),
            "method 'ad//em': a stage has no name, expected "
            "[rehearse[:name=value,...]/][standardise/|whiten/]seeder[:name=value,...]/refiner[:name=value,...]/..."
            "[/or/seeder/...]");
  EXPECT_EQ(message("ad:alpha"), "method 'ad:alpha': expected name=value after 'ad:', got 'alpha'");
  EXPECT_EQ(message("em/ad"), "method 'em/ad': the seeder 'adaptive' can only stand first");
  EXPECT_EQ(message("ad:alpha=1,alpha=0"), "method 'ad:alpha=1,alpha=0': 'alpha' is given twice");
}

TEST(Quick, RehearsesGreedySeedsOnStandardisedColumns) {
  EXPECT_EQ(Pipeline::parse("quick").resolved(10, 20).text(),
            "rehearse/standardise/kmeans++:trials=4/kmeans:rounds=10/em:rounds=200,tol=1e-05");
  EXPECT_EQ(Pipeline::parse("quick").resolved(30, 2).short_runs->parameters.integer("rows"), 600);
}

TEST(Auto, SearchesFromSeveralStartsOnStandardisedColumns) {
  EXPECT_EQ(Pipeline::parse("auto").resolved(10, 20).text(),
            "rehearse:tries=1,rows=660,rounds=2,kicks=4/standardise/kmeans++:trials=4/kmeans:rounds=10/search:anew=3/"
            "em:rounds=200,tol=1e-05");
  EXPECT_EQ(Pipeline::parse("auto").resolved(10, 4).text(),
            "rehearse:tries=3,rows=1000,rounds=2,agree=2,kicks=1/standardise/kmeans++:trials=3/kmeans:rounds=10/"
            "search:anew=3/"
            "or/adaptive:alpha=1/cem:rounds=25/search:anew=3/or/projections/em:rounds=200,tol=1e-05");
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
            "rehearse:tries=3,rows=1000,rounds=20,margin=0.3/standardise/kmeans++:trials=3/kmeans:rounds=10/or/"
            "kmeans++:trials=3/kmeans:rounds=10/search:anew=1/or/projections/em:rounds=200,tol=1e-05,prior=0.065");
  EXPECT_EQ(method(9, 1000),
            "rehearse:tries=2,rows=660,rounds=20,margin=0.3/standardise/kmeans++:trials=4/kmeans:rounds=10/or/"
            "kmeans++:trials=4/kmeans:rounds=10/search:anew=1/em:rounds=200,tol=1e-05,prior=0.57");
  EXPECT_EQ(method(20, 1000),
            "rehearse:tries=3,rows=660,rounds=20,margin=0.3/standardise/kmeans++:trials=4/kmeans:rounds=10/or/"
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
  EXPECT_EQ(Pipeline::parse("auto").resolved(30, 2).short_runs->parameters.integer("rows"), 4960);
}

TEST(Auto, KeepsTheStagesThatWereAskedFor) {
  EXPECT_EQ(Pipeline::parse("auto/em:covariance=tied").resolved(10, 20).refiners.back().text(),
            "em:rounds=200,tol=1e-05,covariance=tied");
  EXPECT_EQ(Pipeline::parse("rehearse:tries=2/auto/cem:rounds=3/em").resolved(10, 20).text(),
            "rehearse:tries=2/standardise/kmeans++:trials=4/cem:rounds=3/em:rounds=200,tol=1e-05");
}

TEST(Pipeline, OrStandsBetweenTheStartsOfARehearsal) {
  EXPECT_EQ(canonical("rehearse/km++/km:rounds=3/or/ad/cem/em:rounds=9"),
            "rehearse/kmeans++/kmeans:rounds=3/or/adaptive:alpha=1/cem:rounds=25/em:rounds=9,tol=1e-05");
  EXPECT_EQ(canonical(canonical("rehearse/unif/or/g/or/ad")), canonical("rehearse/unif/or/g/or/ad"));
  EXPECT_EQ(Pipeline::parse("rehearse/unif/or/ad/cem").with("rules", "paper").text(),
            "rehearse/uniform/or/adaptive:alpha=1,rules=paper/cem:rounds=25,rules=paper/"
            "em:rounds=200,tol=1e-05,rules=paper");
  EXPECT_EQ(message("unif/or/ad"), "method 'unif/or/ad': 'or' needs 'rehearse' and a seeder before it");
  EXPECT_EQ(message("rehearse/or/ad"), "method 'rehearse/or/ad': 'or' needs 'rehearse' and a seeder before it");
  EXPECT_EQ(message("rehearse/ad/or/em"), "method 'rehearse/ad/or/em': expected a seeder after 'or'");
  EXPECT_EQ(message("rehearse/ad/or"), "method 'rehearse/ad/or': 'or' needs a seeder on both sides");
}

TEST(Auto, StandardisesUnlessTheComponentsAreSpherical) {
  const auto scaling = [](const char* text) { return Pipeline::parse(text).resolved(2, 3).scaling; };
  EXPECT_EQ(scaling("auto"), Scaling::standardised);
  EXPECT_EQ(scaling("auto/em:covariance=spherical"), Scaling::plain);
  EXPECT_EQ(scaling("standardise/auto/em:covariance=spherical"), Scaling::standardised);
  EXPECT_EQ(scaling("whiten/auto"), Scaling::whitened);
}

TEST(Pipeline, RehearseStandsBeforeEverythingElseAndNeedsASeeder) {
  EXPECT_EQ(canonical("rehearse:tries=9/std/g"), "rehearse:tries=9/standardise/gonzalez/em:rounds=200,tol=1e-05");
  EXPECT_EQ(message("std/rehearse/g"), "method 'std/rehearse/g': 'rehearse' can only stand first");
  EXPECT_EQ(message("g/rehearse"), "method 'g/rehearse': 'rehearse' can only stand first");
  EXPECT_EQ(message("rehearse/em"), "method 'rehearse/em': 'rehearse' needs a seeder");
}

TEST(Pipeline, StandardiseStandsFirstOrNotAtAll) {
  EXPECT_EQ(canonical("std/km++"), "standardise/kmeans++/em:rounds=200,tol=1e-05");
  EXPECT_EQ(canonical("whiten/km++"), "whiten/kmeans++/em:rounds=200,tol=1e-05");
  EXPECT_EQ(message("whiten/std/km++"), "method 'whiten/std/km++': 'standardise' can only stand first");
  EXPECT_EQ(message("km++/standardise"), "method 'km++/standardise': 'standardise' can only stand first");
  EXPECT_EQ(message("std/std/km++"), "method 'std/std/km++': 'standardise' can only stand first");
}

TEST(Pipeline, WithSetsAParameterOnEveryStageThatHasIt) {
  EXPECT_EQ(Pipeline::parse("ad/cem/em").with("rules", "paper").text(),
            "adaptive:alpha=1,rules=paper/cem:rounds=25,rules=paper/em:rounds=200,tol=1e-05,rules=paper");
}

TEST(Pipeline, EmIsToldByAStructWhatATextCouldSay) {
  const Pipeline told = Pipeline::parse("gonzalez/cem").with({.rounds = 7, .tol = 0.25, .covariance = "tied"});
  EXPECT_EQ(told.text(), Pipeline::parse("gonzalez/cem/em:rounds=7,tol=0.25,covariance=tied").text());
  EXPECT_EQ(Pipeline::parse("auto").with(EmOptions{}).text(), Pipeline::parse("auto").text());
  try {
    Pipeline::parse("auto").with({.tol = -1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(std::string(error.what()).substr(0, 24), "em: tol: expected a numb");
  }
}

}  // namespace
}  // namespace mixseed
