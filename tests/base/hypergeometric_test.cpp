#include "base/hypergeometric.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/statistics.h"

namespace mixseed {
namespace {

// log of the number of subsets; for numbers that lgamma holds well.
double log_choose(double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

// Probabilities of 0 .. marked by the definition; the rare ends are in one cell each.
struct Cells {
  double low, high;
  std::vector<double> chances;

  Cells(double marked, double others, double draws) {
    const double all = log_choose(marked + others, draws);
    const double mean = marked * draws / (marked + others);
    const double wide = 4 * std::sqrt(mean * (1 - draws / (marked + others)) * others / (marked + others - 1)) + 1;
    low = std::max({0.0, draws - others, std::floor(mean - wide)});
    high = std::min({marked, draws, std::ceil(mean + wide)});
    for (double k = low; k <= high; ++k) {
      chances.push_back(std::exp(log_choose(marked, k) + log_choose(others, draws - k) - all));
    }
  }
  std::size_t of(double k) const { return static_cast<std::size_t>(std::clamp(k, low, high) - low); }
};

TEST(Hypergeometric, HasTheProbabilitiesOfItsDefinition) {
  const double cases[][3] = {{3, 4, 2},      {10, 3, 8},       {17, 40, 20},       {40, 17, 20},     {40, 17, 50},
                             {30, 30, 30},   {200, 100, 150},  {5000, 20, 2500},   {20, 5000, 4000}, {1000, 2000, 17},
                             {300, 300, 40}, {800, 9000, 300}, {20000, 30000, 100}};
  Rng rng(31);
  for (const auto& [marked, others, draws] : cases) {
    const Cells cells(marked, others, draws);
    std::vector<double> counts(cells.chances.size(), 0.0);
    for (int i = 0; i < 100000; ++i) ++counts[cells.of(hypergeometric(marked, others, draws, rng))];
    EXPECT_TRUE(testing::fits(counts, cells.chances)) << marked << ", " << others << ", " << draws;
  }
}

TEST(Hypergeometric, IsCertainWhereThereIsNoChoice) {
  Rng rng(32), untouched(32);
  EXPECT_EQ(hypergeometric(0, 5, 3, rng), 0);
  EXPECT_EQ(hypergeometric(5, 0, 3, rng), 3);
  EXPECT_EQ(hypergeometric(5, 7, 12, rng), 5);
  EXPECT_EQ(hypergeometric(5, 7, 0, rng), 0);
  EXPECT_EQ(rng.bits(), untouched.bits());
}

// Tenths of the normal distribution that the limit is, to about 1 / deviation.
TEST(Hypergeometric, HasTheMeanAndTheSpreadOfLargeNumbers) {
  const double tenths[] = {-1.2815515655446004, -0.8416212335729143, -0.5244005127080407, -0.2533471031357997, 0,
                           0.2533471031357997,  0.5244005127080407,  0.8416212335729143,  1.2815515655446004};
  const double cases[][3] = {{1e12, 3e12, 2e12}, {4e14, 6e14, 3e14},   {6e15, 3e15, 5e15},  {1e18, 2e18, 5e17},
                             {1e12, 1e15, 1e14}, {1e10, 1e300, 5e299}, {1e300, 1e10, 5e299}};
  Rng rng(33);
  for (const auto& [marked, others, draws] : cases) {
    const double all = marked + others, share = draws / all;
    // Of the smaller kind, whose count a double holds best.
    const double few = std::min(marked, others);
    const double deviation = std::sqrt(few * share * (1 - share) * (std::max(marked, others) / all));
    std::vector<double> counts(10, 0.0);
    for (int i = 0; i < 20000; ++i) {
      const double drawn = hypergeometric(few, std::max(marked, others), draws, rng);
      const double z = (drawn - few * share) / deviation;
      ++counts[static_cast<std::size_t>(std::lower_bound(tenths, tenths + 9, z) - tenths)];
    }
    EXPECT_TRUE(testing::fits(counts, std::vector<double>(10, 0.1))) << marked << ", " << others << ", " << draws;
  }
}

TEST(Hypergeometric, StaysInItsRangeWhateverTheNumbers) {
  Rng rng(34);
  for (int i = 0; i < 20000; ++i) {
    const double marked = std::floor(std::exp(700 * rng.uniform())), others = std::floor(std::exp(700 * rng.uniform()));
    const double draws = std::floor((marked + others) * rng.uniform());
    const double drawn = hypergeometric(marked, others, draws, rng);
    ASSERT_GE(drawn, 0) << marked << ", " << others << ", " << draws;
    ASSERT_LE(drawn, std::min(marked, draws)) << marked << ", " << others << ", " << draws;
  }
}

}  // namespace
}  // namespace mixseed
