#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/family.h"
#include "mixseed/missing.h"
#include "mixseed/precision.h"
#include "model/prior.h"
#include "select/grid.h"
#include "support/blobs.h"
#include "support/gaps.h"
#include "support/message.h"
#include "team/counting.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Select, GivesForEveryNumberTheFitThatItWouldHaveAloneUnlessThatFellBehind) {
  const Data data = blobs(240, 3, 4);
  for (const char* text : {"ad/cem", "sg", "km++/km", "g", "unif", "hac", "kg", "auto"}) {
    const Selection sweep = select(data.view, 1, 5, Criterion::bic, Pipeline::parse(text), {.seed = 4, .restarts = 2});
    ASSERT_EQ(sweep.fits.size(), 5U);
    for (std::size_t k = 1; k <= 5; ++k) {
      const Fit alone = fit(data.view, k, Pipeline::parse(text), {.seed = 4, .restarts = 2});
      const Fit& swept = sweep.fits[k - 1];
      if (swept.restarts.size() > 2) {
        EXPECT_EQ(swept.best, 2U);
        EXPECT_TRUE(swept.criteria.log_likelihood > alone.criteria.log_likelihood ||
                    alone.best_restart().collapsed > 0);
        continue;
      }
      EXPECT_EQ(swept.model, alone.model) << text << " with " << k;
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

Fit candidate(double bic, std::size_t collapsed) {
  Fit fit;
  fit.criteria.bic = bic;
  fit.restarts.resize(1);
  fit.restarts[0].collapsed = collapsed;
  return fit;
}

TEST(Select, RanksFitsWithoutCollapsedComponentsFirst) {
  EXPECT_EQ(chosen_among({candidate(1, 1), candidate(3, 0), candidate(2, 0)}, Criterion::bic).best, 2U);
  EXPECT_EQ(chosen_among({candidate(3, 1), candidate(2, 2), candidate(2, 1)}, Criterion::bic).best, 1U);
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
      fits += progress.round == 0 && progress.stage == "em" && progress.restart == 0;
      return true;
    };
    select(data.view, 2, 6, Criterion::bic, Pipeline::parse(text), options);
    EXPECT_EQ(seedings, 1) << text;
    EXPECT_EQ(fits, 5);
  }
}

std::vector<std::size_t> up_to(std::size_t most) {
  std::vector<std::size_t> ks(most);
  for (std::size_t k = 0; k < most; ++k) ks[k] = k + 1;
  return ks;
}
double likelihood(const Fit& fit) { return fit.best_restart().final_log_likelihood; }
bool is_sound(const Fit& fit) { return fit.best_restart().collapsed == 0; }

// Two rounds of EM from random rows leave most fits far from where they could be.
TEST(Select, NeverLetsTheLikelihoodFallAsComponentsAreAdded) {
  const Data data = blobs(300, 3, 4, 2);
  int mended = 0, compared = 0;
  for (const char* text : {"uniform/em:rounds=2", "uniform/em:covariance=EII,rounds=2", "uniform/em:covariance=VVE",
                           "uniform/em:covariance=tied,rounds=1"}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto fits = select(data.view, 1, 8, Criterion::bic, Pipeline::parse(text), {.seed = seed}).fits;
      double highest = -1e300;
      for (const Fit& fit : fits) {
        mended += fit.restarts.size() > 1;
        if (!is_sound(fit)) continue;
        EXPECT_GE(likelihood(fit), highest - 1e-8) << text << " with " << fit.model.size() << ", seed " << seed;
        highest = likelihood(fit);
        ++compared;
      }
    }
  }
  EXPECT_GT(mended, 5);
  EXPECT_GT(compared, 100);
}

TEST(Select, OverFamiliesHasEveryCellInOrder) {
  const Data data = blobs(200, 2, 3, 4);
  const auto names = covariance_family_names("all", 2);
  const auto ks = up_to(4);
  const Selection grid = select(data.view, ks, names, Criterion::bic, Pipeline::parse("km++/km"));
  ASSERT_EQ(grid.fits.size(), names.size() * ks.size());
  for (std::size_t i = 0; i < grid.fits.size(); ++i) {
    EXPECT_EQ(family_name(grid.fits[i].model), names[i / ks.size()]);
    EXPECT_EQ(grid.fits[i].model.size(), ks[i % ks.size()]);
    EXPECT_EQ(grid.fits[i].criteria.parameters, free_parameters(grid.fits[i].model));
    EXPECT_NO_THROW(check(grid.fits[i].model));
    if (is_sound(grid.fits[i])) {
      EXPECT_GE(grid.fits[i].criteria.bic, grid.fits[grid.best].criteria.bic);
    }
  }
}

TEST(Select, OverFamiliesNoFamilyFallsBehindOneThatLiesWithin) {
  const Data data = blobs(250, 3, 4, 2);
  const auto names = covariance_family_names("all", 3);
  const auto ks = up_to(5);
  const Selection grid = select(data.view, ks, names, Criterion::bic, Pipeline::parse("uniform"), {.seed = 3});
  std::size_t compared = 0;
  for (std::size_t a = 0; a < grid.fits.size(); ++a) {
    for (std::size_t b = 0; b < grid.fits.size(); ++b) {
      const Fit &inner = grid.fits[a], &outer = grid.fits[b];
      const bool within = is_within(covariance_family(names[a / ks.size()]), covariance_family(names[b / ks.size()]));
      if (a == b || inner.model.size() != outer.model.size() || !within || !is_sound(inner)) continue;
      EXPECT_TRUE(is_sound(outer)) << outer.method << " with " << outer.model.size();
      EXPECT_GE(likelihood(outer), likelihood(inner) - 1e-8) << outer.method << " with " << outer.model.size();
      ++compared;
    }
  }
  EXPECT_GT(compared, 100U);
}

// Integers, blobs, and blobs with one decimal; 30 to 200 rows of 1 to 4 columns.
Data random_rows(std::uint64_t number) {
  Rng rng(number);
  const std::size_t rows = 30 + rng.below(171), columns = 1 + rng.below(4), kind = number % 3;
  std::vector<double> values;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const double blob = 4.0 * static_cast<double>((i / columns) % 3 * (1 + i % columns) % 3);
    const double value = blob + rng.normal();
    values.push_back(kind == 0 ? static_cast<double>(rng.below(8)) : kind == 1 ? value : std::round(10 * value) / 10);
  }
  return Data::from(std::move(values), rows, columns);
}

// The mixture in another layout and with more components, each time the heaviest one twice.
Mixture written_as(const Mixture& model, Covariance covariance, std::size_t components) {
  Mixture theta = with_covariance(model, covariance);
  const Layout layout = layout_of(covariance);
  const std::size_t length = layout.numbers(theta.dim);
  while (theta.size() < components) {
    const auto k =
        static_cast<std::size_t>(std::max_element(theta.weights.begin(), theta.weights.end()) - theta.weights.begin());
    theta.weights[k] /= 2;
    theta.weights.push_back(theta.weights[k]);
    for (std::size_t j = 0; j < theta.dim; ++j) theta.means.push_back(theta.means[k * theta.dim + j]);
    for (std::size_t i = 0; !layout.shared && i < length; ++i) {
      theta.covariances.push_back(theta.covariances[k * length + i]);
    }
  }
  return theta;
}

// The objective of `cell`, of which the smaller fit's model is one.
double worth(const Fit& smaller, const Fit& cell, const Ready& ready) {
  const Pipeline pipeline = Pipeline::parse(cell.method);
  const double T = std::max(0.0, pipeline.refiners.back().parameters.number("prior"));
  const Mixture theta = written_as(smaller.model, cell.model.covariance, cell.model.size());
  const Prior prior(ready.X.summary(), T, theta.size());
  return score(theta, ready.data.view, 1) + prior.log_likelihood(theta) / ready.X.observations();
}

TEST(Select, EveryCellIsWorthAtLeastTheModelsWithinIt) {
  const std::vector<std::size_t> ks{1, 2, 3, 4};
  std::size_t compared = 0, by_likelihood = 0;
  for (std::uint64_t number = 0; number < 24; ++number) {
    const Ready ready(random_rows(number));
    const bool without_prior = number % 2 == 0;
    std::vector<std::string> families = covariance_family_names("all", ready.X.dim());
    Rng rng(number);
    while (families.size() > 5)
      families.erase(families.begin() + static_cast<std::ptrdiff_t>(rng.below(families.size())));
    const Pipeline pipeline = Pipeline::parse(without_prior ? "auto/em:prior=0" : "auto");
    const Selection all = select(ready.data.view, ks, families, Criterion::bic, pipeline, {.seed = number});
    for (const Fit& a : all.fits) {
      for (const Fit& b : all.fits) {
        const FamilyInfo &left = covariance_family(family_name(a.model)),
                         &right = covariance_family(family_name(b.model));
        const bool wider = a.model.size() == b.model.size() && left.name != right.name && is_within(left, right);
        const bool larger = a.model.size() < b.model.size() && left.name == right.name;
        if (!(wider || larger) || a.best_restart().collapsed > 0) continue;
        const std::string which = std::to_string(number) + ": " + std::string(left.letters) + " within " +
                                  std::string(right.letters) + ", " + std::to_string(a.model.size()) + " and " +
                                  std::to_string(b.model.size());
        ++compared;
        EXPECT_EQ(b.best_restart().collapsed, 0U) << which;
        const double wanted = worth(a, b, ready), rounding = 2e-9 * (1 + std::abs(wanted));
        EXPECT_GE(b.best_restart().penalised_log_likelihood, wanted - rounding) << which;
        if (!without_prior) continue;
        ++by_likelihood;
        EXPECT_GE(b.best_restart().final_log_likelihood, a.best_restart().final_log_likelihood - rounding) << which;
      }
    }
  }
  EXPECT_GE(compared, 600U);
  EXPECT_GE(by_likelihood, 300U);
}

TEST(Select, OverFamiliesIntegersKeepWiderFamiliesAhead) {
  Rng rng(29);
  std::vector<double> values(400);
  for (double& value : values) value = static_cast<double>(rng.below(30));
  const Data data = Data::from(std::move(values), 200, 2);
  const std::vector<std::string> families{"diagonal", "VVE", "full"};
  const std::vector<std::size_t> ks{1, 2, 3, 4};
  const Selection all =
      select(data.view, ks, families, Criterion::bic, Pipeline::parse("auto/em:prior=0"), {.seed = 1});
  for (std::size_t i = 4; i < 12; ++i) {
    EXPECT_GE(all.fits[i].best_restart().final_log_likelihood,
              all.fits[i - 4].best_restart().final_log_likelihood - 1e-8);
  }
}

TEST(Select, OverFamiliesSeedsOnceAndHasTheSameBitsOnAnyNumberOfThreads) {
  const Data data = blobs(240, 3, 4);
  const auto names = covariance_family_names("EII,VEV,full", 3);
  const auto ks = up_to(4);
  int seedings = 0, last = 99;
  FitOptions options{.seed = 2, .threads = 1};
  options.observer = [&](const Progress& progress) {
    if (progress.stage == "kmeans++") {
      seedings += progress.round < last;
      last = progress.round;
    }
    return true;
  };
  const Selection one = select(data.view, ks, names, Criterion::icl, Pipeline::parse("km++"), options);
  EXPECT_EQ(seedings, 1);
  options.observer = nullptr;
  options.threads = 3;
  const Selection three = select(data.view, ks, names, Criterion::icl, Pipeline::parse("km++"), options);
  for (std::size_t i = 0; i < one.fits.size(); ++i) EXPECT_EQ(one.fits[i].model, three.fits[i].model);
  EXPECT_EQ(one.best, three.best);
}

// What cells try beside their seeds is tried on a sample, so that beyond the rounds of the fits that are reported all
// rows are asked a few times for each cell: one pass corrects what the sample says, the others are for the seeds.
// Unless a cell falls behind a smaller one and is mended, which none does here.
TEST(Select, OverFamiliesManyRowsAreAskedOnlyWhereCellsEnd) {
  const Data data = blobs(20000, 2, 3, 3);
  const auto names = covariance_family_names("EEE,VEV,full", 2);
  const auto ks = up_to(4);
  Pool pool(1);
  LocalTeam local(data.view, pool);
  std::size_t passes = 0, rounds = 0;
  CountingTeam team(local, data.view.rows(), [&](std::size_t rows) { passes += rows == data.view.rows(); });
  double last = 0;
  FitOptions options{.seed = 4};
  options.observer = [&](const Progress& progress) {
    EXPECT_GE(progress.share, last);
    last = progress.share;
    return true;
  };
  const Selection grid = select(team, ks, names, Criterion::bic, Pipeline::parse("auto"), options);
  for (const Fit& cell : grid.fits) {
    EXPECT_TRUE(is_sound(cell)) << cell.method;
    for (const Restart& restart : cell.restarts) rounds += static_cast<std::size_t>(restart.rounds) + 1;
  }
  EXPECT_LT(passes, rounds + 3 * grid.fits.size());
  EXPECT_EQ(grid.fits[grid.best].model.size(), 3U);
}

TEST(Select, OverFamiliesManyRowsCanBeLeftWhileTheSampleIsAsked) {
  const Data data = blobs(20000, 2, 3, 3);
  Pool pool(1);
  LocalTeam local(data.view, pool);
  std::size_t passes = 0, before = 0;  // over all rows; and when EM was first told of
  CountingTeam team(local, data.view.rows(), [&](std::size_t rows) { passes += rows == data.view.rows(); });
  int told = 0;
  FitOptions options;
  options.observer = [&](const Progress& progress) {
    if (progress.stage == "em" && told++ == 0) before = passes;
    return told < 5;
  };
  const auto names = covariance_family_names("EEE,VEV,full", 2);
  EXPECT_EQ(message(ErrorCode::cancelled,
                    [&] { select(team, up_to(4), names, Criterion::bic, Pipeline::parse("auto"), options); }),
            "cancelled");
  EXPECT_EQ(told, 5);
  EXPECT_EQ(passes, before);
}

TEST(Select, OverFamiliesRefusesNone) {
  const Data data = blobs(24, 3, 4);
  EXPECT_EQ(
      message(ErrorCode::usage,
              [&] { select(data.view, up_to(2), std::vector<std::string>{}, Criterion::bic, Pipeline::parse("ad")); }),
      "covariance: expected at least one family, got none");
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

TEST(SelectObserved, ChoosesByTheLikelihoodOfWhatIsThere) {
  const Data data = with_gaps(blobs(600, 2, 3, 9), 0.2);
  const std::size_t numbers[] = {1, 2, 3, 4};
  const std::string families[] = {"EII", "full"};
  const Selection found =
      select(data, numbers, families, Criterion::bic, Pipeline::parse("quick"), {.missing = MissingValues::marginal});
  ASSERT_EQ(found.fits.size(), 8U);
  EXPECT_EQ(found.fits[found.best].model.size(), 3U);
}

}  // namespace
}  // namespace mixseed
