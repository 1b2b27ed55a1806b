#include "model/family.h"

#include <gtest/gtest.h>

#include "mixseed/error.h"
#include "refine/methods.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::Ready;
using Values = std::vector<double>;

TEST(Families, AreFoundByOurWordsAndByMclustsLetters) {
  EXPECT_EQ(family_named("full").name, "full");
  EXPECT_EQ(family_named("VVV").name, "full");
  EXPECT_EQ(family_named("EEE").name, "tied");
  EXPECT_EQ(family_named("diag").name, "diagonal");
  EXPECT_EQ(family_named("VII").covariance, Covariance::spherical);
  try {
    family_named("oval");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "covariance: expected one of full, tied, diagonal, spherical, got 'oval'");
  }
}

TEST(Families, StoreWhatTheirLayoutSays) {
  const Ready in(blobs(500, 3, 2));
  const Mixture before{Covariance::spherical, 3, {0.5, 0.5}, {0, 0, 0, 6, 3, 0}, {4, 4}};
  for (const Family& family : families()) {
    const Moments moments = testing::expected(in.X, before, family.second, Rules::standard);
    EXPECT_EQ(family.estimate(moments, before).size(), covariance_length(family.covariance, 2, 3)) << family.name;
  }
}

// EII: one variance for all components, stored once for each. A fifth family, known to this file alone.
Family equal_spheres() {
  return {.name = "equal-spheres",
          .others = {"EII"},
          .covariance = Covariance::spherical,
          .second = Moments::Second::diagonal,
          .parameters = [](std::size_t, std::size_t) { return std::size_t{1}; },
          .estimate =
              [](const Moments& moments, const Mixture&) {
                double sum = 0;
                for (std::size_t k = 0; k < moments.size(); ++k)
                  sum += without_mass(moments, k) ? 0 : moments.scatter(k);
                return Values(moments.size(), sum / (moments.total_mass() * static_cast<double>(moments.dim())));
              }};
}

TEST(Families, AFifthOneIsFittedByNamingItInAList) {
  std::vector<Family> list(families().begin(), families().end());
  list.push_back(equal_spheres());
  const Refiner refiner = em(list);
  Parameters parameters(refiner.info);
  parameters.set("covariance", "equal-spheres");
  const Ready in(blobs(900, 2, 3, 2));
  Rng rng(1);
  Journal journal({});
  Refining refining{in.X, parameters, rng, journal};
  const Mixture theta = std::get<Mixture>(refiner.refine(refining, Centers{2, {0, 0, 1, 0, 2, 0}}));
  EXPECT_EQ(theta.covariances, Values(3, theta.covariances[0]));
  EXPECT_GT(theta.covariances[0], 0.5);
  for (std::size_t i = 1; i < journal.trace().size(); ++i) {
    EXPECT_GE(journal.trace()[i].objective, journal.trace()[i - 1].objective - 1e-12);
  }
  EXPECT_GT(journal.trace().size(), 3U);
}

}  // namespace
}  // namespace mixseed
