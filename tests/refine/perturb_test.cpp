#include "refine/perturb.h"

#include <gtest/gtest.h>

#include "model/noise.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Perturb, MovesOneComponentInFourAtMostAndAtLeastOne) {
  const Ready ready(blobs(400, 2, 8));
  const Mixture theta = fit(ready.data.view, 8).model;
  bool one = false, two = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Mixture next = perturb(ready.X, theta, rng);
    check(next);
    std::size_t moved = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      moved += !std::equal(next.mean(k).begin(), next.mean(k).end(), theta.mean(k).begin());
    }
    EXPECT_GE(moved, 1U);
    EXPECT_LE(moved, 2U);
    one = one || moved == 1;
    two = two || moved == 2;
  }
  EXPECT_TRUE(one && two);
}

TEST(Perturb, PutsTheComponentAtARow) {
  const Ready ready(blobs(50, 2, 2));
  const Mixture theta = fit(ready.data.view, 2).model;
  Rng rng(3);
  const Mixture next = perturb(ready.X, theta, rng);
  std::size_t at_a_row = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < 50; ++i) {
      at_a_row += std::equal(next.mean(k).begin(), next.mean(k).end(), ready.row(i).begin());
    }
  }
  EXPECT_EQ(at_a_row, 1U);
}

TEST(Perturb, KeepsTheWeightOfTheNoise) {
  const Ready ready(blobs(400, 2, 4));
  Mixture theta = fit(ready.data.view, 4).model;
  theta = with_noise(std::move(theta), box_around(ready.X), 0.3);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(seed);
    const Mixture next = perturb(ready.X, theta, rng);
    EXPECT_NO_THROW(check(next)) << "weights and noise add up to 1";
    EXPECT_EQ(next.noise->weight, 0.3);
  }
}

TEST(Perturb, LeavesOneComponentAlone) {
  const Ready ready(blobs(50, 2, 2));
  const Mixture theta = fit(ready.data.view, 1).model;
  Rng rng(3);
  EXPECT_EQ(perturb(ready.X, theta, rng), theta);
}

}  // namespace
}  // namespace mixseed
