#include "seed/model_linkage.h"

#include <gtest/gtest.h>

#include <limits>

#include "model/linear.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

// By definition: twice the negative classification log-likelihood of labelled rows. Every cluster has 2 (q + 1)
// pseudo-rows of variance 0.1 about its mean.
double definition(const DataView& Z, const std::vector<std::size_t>& labels, std::size_t clusters) {
  const std::size_t q = Z.columns();
  const double pseudo_rows = 2 * static_cast<double>(q + 1);
  double sum = 0;
  for (std::size_t k = 0; k < clusters; ++k) {
    double mass = 0;
    std::vector<double> mean(q, 0.0);
    for (std::size_t i = 0; i < Z.rows(); ++i) {
      if (labels[i] != k) continue;
      mass += Z.weight(i);
      for (std::size_t j = 0; j < q; ++j) mean[j] += Z.weight(i) * Z.at(i, j);
    }
    Matrix sigma(q, q);
    for (std::size_t j = 0; j < q; ++j) sigma(j, j) = pseudo_rows * 0.1 / (mass + pseudo_rows);
    for (std::size_t i = 0; i < Z.rows(); ++i) {
      if (labels[i] != k) continue;
      for (std::size_t a = 0; a < q; ++a) {
        for (std::size_t b = 0; b < q; ++b) {
          sigma(a, b) +=
              Z.weight(i) * (Z.at(i, a) - mean[a] / mass) * (Z.at(i, b) - mean[b] / mass) / (mass + pseudo_rows);
        }
      }
    }
    sum += (mass + pseudo_rows) * log_determinant(sigma);
  }
  return sum;
}

// The lowest value after merging any two clusters.
double best_merge(const DataView& Z, const std::vector<std::size_t>& labels, std::size_t clusters) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t b = 1; b < clusters; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      std::vector<std::size_t> merged = labels;
      for (std::size_t& label : merged) label = label == b ? a : label == clusters - 1 ? b : label;
      best = std::min(best, definition(Z, merged, clusters - 1));
    }
  }
  return best;
}

void expect_cheapest_merges(const Data& rows) {
  const Dendrogram dendrogram = model_linkage(rows.view);
  for (std::size_t k = rows.view.rows(); k > 1; --k) {
    const double expected = best_merge(rows.view, dendrogram.cut(k), k);
    EXPECT_NEAR(definition(rows.view, dendrogram.cut(k - 1), k - 1), expected, 1e-9 * std::abs(expected)) << k;
  }
}

TEST(ModelLinkage, MergesThePairThatLowersTheClassificationLikelihoodLeast) {
  for (const std::size_t columns : {1, 2, 4}) expect_cheapest_merges(blobs(24, columns, 3));
}

TEST(ModelLinkage, CountsARowAsOftenAsItsWeight) {
  std::vector<double> weights;
  for (int i = 0; i < 20; ++i) weights.push_back(0.5 + i % 3);
  expect_cheapest_merges(blobs(20, 2, 3).weighted(weights));
}

TEST(ModelLinkage, CallsItsStepForEveryMerge) {
  int steps = 0;
  model_linkage(blobs(30, 2, 3).view, [&] { ++steps; });
  EXPECT_EQ(steps, 29);
}

// Two crossing lines: distances cannot tell them apart, covariances can.
TEST(ModelLinkage, FindsLinesThatCross) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) {
    const double along = (i - 19.5) / 12, across = 0.02 * ((i * 7) % 5 - 2);
    for (const double value : {along, along + across, along, -along + across}) values.push_back(value);
  }
  const Data rows = Data::from(std::move(values), 80, 2);
  const std::vector<std::size_t> labels = model_linkage(rows.view).cut(2);
  int wrong = 0;
  for (std::size_t i = 0; i < 80; ++i) wrong += labels[i] != labels[i % 2];
  EXPECT_NE(labels[0], labels[1]);
  EXPECT_LE(wrong, 8);  // rows at the crossing
}

}  // namespace
}  // namespace mixseed
