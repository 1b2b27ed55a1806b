#include "seed/average_linkage.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "seed/seeders.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

// The definition: merge the two clusters whose rows are closest on average, again and again.
std::vector<std::size_t> by_definition(const Data& data, std::size_t k) {
  const std::size_t n = data.view.rows();
  std::vector<std::vector<std::size_t>> clusters;
  for (std::size_t i = 0; i < n; ++i) clusters.push_back({i});
  const auto distance = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t l = 0; l < data.view.columns(); ++l) {
      sum += std::pow(data.view.at(i, l) - data.view.at(j, l), 2);
    }
    return std::sqrt(sum);
  };
  while (clusters.size() > k) {
    std::size_t a = 0, b = 1;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < clusters.size(); ++x) {
      for (std::size_t y = x + 1; y < clusters.size(); ++y) {
        double sum = 0, pairs = 0;
        for (const auto i : clusters[x]) {
          for (const auto j : clusters[y]) {
            sum += data.view.weight(i) * data.view.weight(j) * distance(i, j);
            pairs += data.view.weight(i) * data.view.weight(j);
          }
        }
        if (sum / pairs < best) {
          best = sum / pairs;
          a = x;
          b = y;
        }
      }
    }
    clusters[a].insert(clusters[a].end(), clusters[b].begin(), clusters[b].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(b));
  }
  std::vector<std::size_t> labels(n);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (const auto i : clusters[c]) labels[i] = c;
  }
  return labels;
}

bool same_partition(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((a[i] == a[j]) != (b[i] == b[j])) return false;
    }
  }
  return true;
}

Dendrogram clustered(const Ready& rows) {
  return average_linkage(pairwise_distances(rows.X, rows.data.view), rows.data.view);
}

TEST(PairwiseDistances, AskOneAtATimeWhetherToStop) {
  const Ready ready(blobs(60, 3, 4), 4);
  std::atomic<int> asking = 0, together = 0;
  pairwise_distances(ready.X, ready.data.view, [&] {
    together += asking.fetch_add(1) > 0;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    asking.fetch_sub(1);
  });
  EXPECT_EQ(together.load(), 0);
}

TEST(AverageLinkage, MergesWhatTheDefinitionMerges) {
  for (const std::uint64_t number : {1, 2, 3, 4, 5}) {
    const Ready ready(blobs(40, 3, 4, 2, number));
    const Dendrogram dendrogram = clustered(ready);
    for (const std::size_t k : {1, 2, 3, 5, 9, 39, 40}) {
      EXPECT_TRUE(same_partition(dendrogram.cut(k), by_definition(ready.data, k))) << k << " clusters";
    }
  }
}

TEST(AverageLinkage, CountsWeightsInItsAverages) {
  std::vector<double> weights;
  for (int i = 0; i < 30; ++i) weights.push_back(1 + i % 4);
  const Ready ready(blobs(30, 2, 3, 2, 8).weighted(weights));
  const Dendrogram dendrogram = clustered(ready);
  for (const std::size_t k : {2, 4, 7}) {
    EXPECT_TRUE(same_partition(dendrogram.cut(k), by_definition(ready.data, k))) << k << " clusters";
  }
}

TEST(AverageLinkage, CutsIntoExactlyAsManyClustersAsAsked) {
  const Ready ready(Data::from(std::vector<double>(12, 1.5), 12, 1));  // all distances are zero
  const Dendrogram dendrogram = clustered(ready);
  for (std::size_t k = 1; k <= 12; ++k) {
    const auto labels = dendrogram.cut(k);
    EXPECT_EQ(1 + *std::max_element(labels.begin(), labels.end()), k);
  }
}

// Squares of distances, and products of weights and distances, may overflow.
TEST(AverageLinkage, FindsANearestClusterWhenNoDistanceIsFinite) {
  const Ready far(Data::from(std::vector<double>{-1e200, 1e200, -1.5e200, 1.5e200, 0}, 5, 1));
  const Dendrogram dendrogram = clustered(far);
  for (std::size_t k = 1; k <= 5; ++k) {
    const auto labels = dendrogram.cut(k);
    EXPECT_EQ(1 + *std::max_element(labels.begin(), labels.end()), k);
  }
  const Ready no_numbers(Data::from(std::vector<double>{0, 1, 2, 3}, 4, 1));
  const std::vector<double> none(6, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(average_linkage(none, no_numbers.data.view).cut(1).size(), 4U);
}

TEST(AverageLinkage, AveragesWithWeightsOfAnySize) {
  const std::vector<double> values{0, 1, 10, 12, 30, 33};
  const Ready plain(Data::from(values, 6, 1));
  for (const double weight : {1e305, 5e-324}) {
    const Ready weighted(Data::from(values, 6, 1).weighted(std::vector<double>(6, weight)));
    const Dendrogram expected = clustered(plain), dendrogram = clustered(weighted);
    for (std::size_t k = 1; k <= 6; ++k) EXPECT_EQ(dendrogram.cut(k), expected.cut(k)) << weight << ", " << k;
  }
}

TEST(Hac, RefusesASampleThatNeedsTooMuchMemoryAndSaysWhatWouldFit) {
  const Ready ready(Data::from(std::vector<double>(40000, 1.0), 40000, 1));
  const Seeder seeder = hac();
  const Parameters parameters(seeder.info);
  Rng rng(1);
  Repairs repairs;
  Seeding in{ready.X, 2, parameters, rng, repairs, {}};
  try {
    seeder.seed(in);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(),
                 "hac: a sample of 40000 rows needs 6103 MiB for its distances, the limit is 2048 MiB (23170 rows): "
                 "choose s of at most 0.5792");
  }
}

}  // namespace
}  // namespace mixseed
