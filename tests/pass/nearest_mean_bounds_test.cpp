#include "pass/nearest_mean_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::Ready;
using Values = std::vector<double>;

// A mixture that grows by a row, moves, and changes its sizes, again and again.
struct Walk {
  explicit Walk(const Ready& rows) : in(rows) {}

  template <typename Look>
  void run(NearestMeanBounds& bounds, std::size_t K, const Look& look) {
    while (variances.size() < K) {
      const Values row = draw_row(in.X, rng).values;
      means.insert(means.end(), row.begin(), row.end());
      if (!variances.empty()) bounds.assign(means);
      variances.push_back(1);
      // Some stay as they are, some hardly move, some go far.
      for (std::size_t at = 0; at < means.size(); ++at) {
        const std::size_t k = at / in.X.dim();
        if (k % 3 != variances.size() % 3) continue;
        means[at] += (k % 2 ? 0.01 : 1.0) * rng.normal();
        variances[k] = 0.2 + rng.uniform();
      }
      bounds.follow(means, variances);
      look(bounds);
    }
  }

  const Ready& in;
  Rng rng{4};
  Values means, variances;
};

TEST(NearestMeanBounds, FindsTheSmallestDistanceOfEveryRowWhereverTheMeansHaveGone) {
  for (const Data& data : {blobs(1003, 3, 9), blobs(20001, 2, 30), blobs(300, 12, 4)}) {
    const Ready in(data);
    NearestMeanBounds bounds(in.part, 70);
    Walk walk(in);
    walk.run(bounds, 70, [&](const NearestMeanBounds& found) {
      for (std::size_t i = 0; i < in.X.size(); i += 7) {
        const Values x = in.row(i);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < walk.variances.size(); ++k) {
          double square = 0;
          for (std::size_t j = 0; j < x.size(); ++j) square += std::pow(x[j] - walk.means[k * x.size() + j], 2);
          least = std::min(least, square / walk.variances[k]);
        }
        ASSERT_NEAR(found.min_mahalanobis()[i], least, 1e-12 * (1 + least)) << walk.variances.size() << ' ' << i;
      }
    });
  }
}

// A changed question of a worker hinted at 278,546 components, and 2.3 GB were asked for.
TEST(NearestMeanBounds, MakesRoomForWhatAHintSaysWithinLimits) {
  const auto most_after = [](std::uint64_t hint) {
    const Ready in(blobs(40, 2, 1));
    answer(Grow{{0, 0, 1, 1}, {0, 0, 1, 1}, nullptr, hint}, in.part);
    return in.part.nearest_mean_bounds->most();
  };
  EXPECT_EQ(most_after(0), 2u);
  EXPECT_EQ(most_after(30), 30u);
  EXPECT_LE(most_after(1 << 20), 1024u);
}

TEST(NearestMeanBounds, HasTheSameBitsWithFewerBounds) {
  const Ready in(blobs(5000, 3, 20));
  std::vector<Values> found;
  for (const std::size_t most_bounds : {NearestMeanBounds::kMostBounds, std::size_t{20000}, std::size_t{1}}) {
    NearestMeanBounds bounds(in.part, 40, most_bounds);
    Walk(in).run(bounds, 40, [](const NearestMeanBounds&) {});
    found.push_back(bounds.min_mahalanobis());
  }
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
}

}  // namespace
}  // namespace mixseed
