#include "refine/paper_rules.h"

#include <gtest/gtest.h>

#include "support/add_row.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

// Moments in which component 1 has the given mass at one place, and component 0 everything else.
Moments lopsided(const Ready& ready, double mass, Moments::Second second) {
  auto pivots = std::make_shared<const std::vector<double>>(std::vector<double>(2 * ready.X.dim(), 0.0));
  Moments moments(2, ready.X.dim(), second, pivots);
  testing::add_row(moments, 1, std::vector<double>{1, 2}.data(), mass);
  for (std::size_t i = 0; i < 100; ++i) testing::add_row(moments, 0, ready.row(i).data(), 1);
  return moments;
}

TEST(PaperRules, ReseedAComponentWithAMassOfAtMostOne) {
  const Ready ready(blobs(100, 2, 2));
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 2}, {1, 0, 0, 1, 1, 0, 0, 1}};
  Rng rng(1);
  Repairs repairs;
  const Mixture theta = maximise_by_paper(ready.X, lopsided(ready, 1.0, Moments::Second::full),
                                          family_of(Covariance::full), before, {}, rng, repairs);
  EXPECT_EQ(repairs.reseeded, 1U);
  const double dx = theta.means[2] - theta.means[0], dy = theta.means[3] - theta.means[1];
  const auto S = theta.covariance_of(1);
  EXPECT_DOUBLE_EQ(S[0], (dx * dx + dy * dy) / 4);
  EXPECT_DOUBLE_EQ(S[3], S[0]);
  EXPECT_EQ(S[1], 0);
  EXPECT_NEAR(theta.weights[1] / theta.weights[0], 0.5 / (100.0 / 101.0), 1e-12);
}

TEST(PaperRules, AverageACovarianceThatIsNotPositiveDefiniteWithTheOneBefore) {
  const Ready ready(blobs(100, 2, 2));
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 2}, {1, 0, 0, 1, 3, 1, 1, 2}};
  Rng rng(1);
  Repairs repairs;
  const Mixture theta = maximise_by_paper(ready.X, lopsided(ready, 5.0, Moments::Second::full),
                                          family_of(Covariance::full), before, {}, rng, repairs);
  EXPECT_EQ(repairs.averaged, 1U);
  EXPECT_EQ(repairs.reseeded, 0U);
  EXPECT_EQ(theta.covariance_of(1), (std::vector<double>{1.5, 0.5, 0.5, 1}));
}

TEST(PaperRules, WithoutAveragingTheCovarianceBeforeIsKept) {
  const Ready ready(blobs(100, 2, 2));
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 2}, {1, 0, 0, 1, 3, 1, 1, 2}};
  Rng rng(1);
  Repairs repairs;
  const Mixture theta = maximise_by_paper(ready.X, lopsided(ready, 5.0, Moments::Second::full),
                                          family_of(Covariance::full), before, {.averaging = false}, rng, repairs);
  EXPECT_EQ(repairs.averaged, 0U);
  EXPECT_EQ(repairs.kept, 1U);
  EXPECT_EQ(theta.covariance_of(1), (std::vector<double>{3, 1, 1, 2}));
}

TEST(PaperRules, WithoutReseedingALittleMassStaysWhereItIs) {
  const Ready ready(blobs(100, 2, 2));
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 2}, {1, 0, 0, 1, 1, 0, 0, 1}};
  Rng rng(1);
  Repairs repairs;
  const Mixture theta = maximise_by_paper(ready.X, lopsided(ready, 1.0, Moments::Second::full),
                                          family_of(Covariance::full), before, {.reseeding = false}, rng, repairs);
  EXPECT_EQ(repairs.reseeded, 0U);
  EXPECT_DOUBLE_EQ(theta.means[2], 1);
  EXPECT_DOUBLE_EQ(theta.means[3], 2);
  EXPECT_NEAR(theta.weights[1], 1.0 / 101, 1e-12);
}

}  // namespace
}  // namespace mixseed
