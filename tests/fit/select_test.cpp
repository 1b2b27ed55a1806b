#include <gtest/gtest.h>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Select, GivesForEveryNumberTheFitThatItWouldHaveAlone) {
  const Data data = blobs(240, 3, 4);
  for (const char* text : {"ad/cem", "sg", "km++/km", "g", "unif", "hac", "kg", "auto"}) {
    const Selection sweep = select(data.view, 1, 5, Criterion::bic, Pipeline::parse(text), {.seed = 4, .restarts = 2});
    ASSERT_EQ(sweep.fits.size(), 5U);
    for (std::size_t k = 1; k <= 5; ++k) {
      const Fit alone = fit(data.view, k, Pipeline::parse(text), {.seed = 4, .restarts = 2});
      EXPECT_EQ(sweep.fits[k - 1].model, alone.model) << text << " with " << k;
      EXPECT_EQ(sweep.fits[k - 1].best_restart().repairs, alone.best_restart().repairs) << text << " with " << k;
    }
  }
}

TEST(Select, ChoosesTheSmallestCriterion) {
  const Data data = blobs(600, 2, 3, 12);
  for (const Criterion criterion : {Criterion::bic, Criterion::aic, Criterion::icl}) {
    const Selection sweep = select(data.view, 1, 6, criterion, Pipeline::parse("km++/km"), {.restarts = 3});
    for (const Fit& candidate : sweep.fits) {
      EXPECT_GE(value_of(candidate.criteria, criterion), value_of(sweep.fits[sweep.best].criteria, criterion));
    }
  }
  EXPECT_EQ(select(data.view, 1, 6, Criterion::bic, Pipeline::parse("km++/km")).best, 2U);
}

TEST(Select, SeedsOnceForTheWholeRange) {
  const Data data = blobs(240, 3, 4);
  for (const char* text : {"ad", "sg", "km++", "g", "unif", "hac"}) {
    int seedings = 0, fits = 0, last = 99;
    FitOptions options;
    options.threads = 1;
    const std::string seeder(Pipeline::parse(text).seeder->method->name);
    // A seeder counts its components up; a second run would begin to count again.
    options.observer = [&](const Progress& progress) {
      if (progress.stage == seeder) {
        EXPECT_EQ(progress.rounds, 6);
        seedings += progress.round < last;
        last = progress.round;
      }
      fits += progress.round == 0 && progress.stage == "em";
      return true;
    };
    select(data.view, 2, 6, Criterion::bic, Pipeline::parse(text), options);
    EXPECT_EQ(seedings, 1) << text;
    EXPECT_EQ(fits, 5);
  }
}

TEST(Select, RefusesAnEmptyRange) {
  const Data data = blobs(24, 3, 4);
  EXPECT_EQ(message(ErrorCode::usage, [&] { select(data.view, 5, 2, Criterion::bic, Pipeline::parse("ad")); }),
            "components: the range 5..2 is empty");
}

TEST(Select, RefusesARangeWithoutEnd) {
  const Data data = blobs(10, 2, 2);
  EXPECT_EQ(message(ErrorCode::usage, [&] { select(data.view, 1, SIZE_MAX, Criterion::bic, Pipeline::parse("unif")); }),
            "components: expected a range of at most 1000000 numbers, got 1..18446744073709551615");
}

}  // namespace
}  // namespace mixseed
