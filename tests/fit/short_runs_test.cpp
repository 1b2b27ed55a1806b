#include "fit/short_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

TEST(ShortRuns, OfOneTryOnAllRowsIsTheShortFitItself) {
  const Data data = blobs(400, 3, 4, 3);
  // A deterministic start after the first row, and few enough rows that the sample is the data: only em is left to do.
  const Fit short_run = fit(data.view, 4, Pipeline::parse("rehearse:tries=1,rounds=7/hac:s=1/em:rounds=0"));
  const Fit alone = fit(data.view, 4, Pipeline::parse("hac:s=1/em:rounds=7,tol=0"));
  EXPECT_LT(distance(short_run.model, alone.model), 1e-12);
}

TEST(ShortRuns, GoesOnFromTheBestOfItsTries) {
  const Data data = blobs(600, 2, 8, 3);
  const auto start_of = [&](int tries, std::uint64_t seed) {
    const std::string text = "rehearse:rounds=5,tries=" + std::to_string(tries) + "/uniform/em:rounds=0";
    return fit(data.view, 8, Pipeline::parse(text), {.seed = seed}).best_restart().initial_log_likelihood;
  };
  double gain = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    // The tries are the same ones, however many follow.
    EXPECT_GE(start_of(6, seed), start_of(1, seed));
    gain += start_of(6, seed) - start_of(1, seed);
  }
  EXPECT_GT(gain, 0.1);
}

TEST(ShortRuns, SeesASampleOnly) {
  const Data data = blobs(20000, 2, 3);
  std::size_t calls = 0;
  FitOptions options;
  options.observer = [&](const Progress& progress) {
    if (progress.stage == "rehearse") {
      EXPECT_EQ(progress.rounds, 4);
      ++calls;
    }
    return true;
  };
  const Fit result = fit(data.view, 3, Pipeline::parse("rehearse:rows=10/kmeans++/kmeans"), options);
  EXPECT_GT(calls, 4U);
  // 30 rows say less of the model than 20000.
  EXPECT_LT(result.best_restart().initial_log_likelihood, result.best_restart().final_log_likelihood - 0.01);
  for (const Round& round : result.trace) EXPECT_EQ(round.stage, "em");
}

TEST(ShortRuns, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(5000, 3, 4);
  const auto model = [&](int threads) {
    return fit(data.view, 5, Pipeline::parse("auto"), {.seed = 3, .restarts = 3, .threads = threads}).model;
  };
  const Mixture one = model(1);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(model(threads), one);
}

TEST(ShortRuns, TriesItsStartsInTurnAndKeepsTheBest) {
  const Data data = blobs(1200, 2, 4, 12);
  double largest = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto start = [&](const char* method) {
      return fit(data.view, 4, Pipeline::parse(method), {.seed = seed}).best_restart().initial_log_likelihood;
    };
    const double first = start("rehearse:tries=1/uniform/em");
    const double both = start("rehearse:tries=2/uniform/or/km++/search/em");
    EXPECT_EQ(start("rehearse:tries=1/uniform/or/km++/search/em"), first);
    EXPECT_GE(both, first - 1e-3);
    largest = std::max(largest, both - first);
  }
  EXPECT_GT(largest, 0.1) << "uniform never misses a cluster";
}

TEST(ShortRuns, EndsOnceEnoughTriesAgree) {
  const Data data = blobs(600, 2, 3, 12);
  const auto tries = [&](const char* method) {
    FitOptions options;
    int last = 0;
    options.observer = [&](const Progress& progress) {
      if (progress.stage == "rehearse") last = std::max(last, progress.round);
      return true;
    };
    fit(data.view, 3, Pipeline::parse(method), options);
    return last + 1;
  };
  EXPECT_EQ(tries("rehearse:tries=6/kmeans++:trials=5/kmeans/search"), 6);
  EXPECT_EQ(tries("rehearse:tries=6,agree=2/kmeans++:trials=5/kmeans/search"), 2);
  EXPECT_EQ(tries("rehearse:tries=6,agree=2/kmeans++:trials=5/kmeans/search/or/adaptive/cem/search/or/projections"), 2);
}

TEST(ShortRuns, DoesNotDependOnUnits) {
  const Data data = blobs(3000, 2, 4);
  const Data other = mapped(data, [](const Row& x) { return Row{x[0] * 1024, std::ldexp(x[1], -300)}; });
  const Fit plain = fit(data.view, 4, Pipeline::parse("auto")), scaled = fit(other.view, 4, Pipeline::parse("auto"));
  EXPECT_LT(distance(plain.model.weights, scaled.model.weights), 1e-9);
}

TEST(ShortRuns, StopsWhenTheObserverSaysSo) {
  const Data data = blobs(300, 2, 4);
  FitOptions options;
  options.observer = [](const Progress& progress) { return progress.stage != "rehearse" || progress.round < 1; };
  EXPECT_EQ(message(ErrorCode::cancelled, [&] { fit(data.view, 4, Pipeline::parse("auto"), options); }), "cancelled");
}

TEST(ShortRuns, CountsWeightsAsRows) {
  const Data data = blobs(200, 2, 3);
  Row weights(200);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 4);
  const Data weighted = data.weighted(weights), repeats = repeated(data, weights);
  const Pipeline method = Pipeline::parse("rehearse/hac:s=1");
  EXPECT_LT(distance(fit(weighted.view, 3, method).model, fit(repeats.view, 3, method).model), 1e-6);
}

TEST(ShortRuns, ThatEmCollapsesIsSearchedOnceMore) {
  const Ready ready(blobs(600, 2, 4, 12));
  const Datasets datasets(ready.X, Scaling::plain);
  // The last component lies at one row, and another has the rows of two blobs.
  const Row row = {ready.data.view.at(0, 0), ready.data.view.at(0, 1)};
  const Mixture bad{Covariance::full,
                    2,
                    {0.25, 0.25, 0.499, 0.001},
                    {0, 0, 12, 6, 30, 15, row[0], row[1]},
                    {1, 0, 0, 1, 1, 0, 0, 1, 40, 0, 0, 40, 1e-9, 0, 0, 1e-9}};
  const auto collapsed = [&](const char* method, const Journal::Enough& enough = {}) {
    return refine_after_short_runs(datasets, {bad, {}, 0}, Pipeline::parse(method), {}, Rng(1), {}, enough)
        .restart.collapsed;
  };
  EXPECT_EQ(collapsed("rehearse/uniform/em"), 1);
  EXPECT_EQ(collapsed("rehearse:kicks=1/uniform/em"), 0);
  EXPECT_EQ(collapsed("rehearse:kicks=1/uniform/em", [] { return true; }), 1) << "but not when its time is over";
}

TEST(FitOptions, WithoutCriteriaEverythingElseIsTheSame) {
  const Data data = blobs(300, 2, 4);
  const Fit with = fit(data.view, 4, Pipeline::parse("auto"));
  const Fit without = fit(data.view, 4, Pipeline::parse("auto"), {.criteria = false});
  EXPECT_EQ(with.model, without.model);
  EXPECT_NE(with.criteria.bic, 0);
  EXPECT_EQ(without.criteria.bic, 0);
}

}  // namespace
}  // namespace mixseed
