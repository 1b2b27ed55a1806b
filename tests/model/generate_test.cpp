#include "mixseed/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "support/dense.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

Vector eigenvalues_of(const Mixture& mixture, std::size_t k) {
  const auto sigma = mixture.covariance_of(k);
  return Eigen::SelfAdjointEigenSolver<Matrix>(as_matrix(sigma.data(), mixture.dim)).eigenvalues();
}

double separation_of(const Mixture& mixture) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l < mixture.size(); ++l) {
    for (std::size_t k = 0; k < l; ++k) {
      double squared = 0;
      for (std::size_t j = 0; j < mixture.dim; ++j) squared += std::pow(mixture.mean(l)[j] - mixture.mean(k)[j], 2);
      const double trace = std::max(eigenvalues_of(mixture, l).sum(), eigenvalues_of(mixture, k).sum());
      least = std::min(least, std::sqrt(squared / trace));
    }
  }
  return least;
}

TEST(Generate, SeparationIsExact) {
  for (const double separation : {0.5, 1.0, 2.0}) {
    for (const Sizes sizes : {Sizes::equal, Sizes::different}) {
      const Generated data = generate({.separation = separation, .sizes = sizes, .seed = 3});
      EXPECT_NEAR(separation_of(data.mixture), separation, 1e-9 * separation);
    }
  }
}

TEST(Generate, EigenvaluesReachBothEndsOfTheirRange) {
  const Generated data = generate({.least_eccentricity = 10, .most_eccentricity = 10, .seed = 1});
  for (std::size_t k = 0; k < 20; ++k) {
    const Vector lambda = eigenvalues_of(data.mixture, k);
    EXPECT_NEAR(lambda[0], 2500, 1e-6);
    EXPECT_NEAR(lambda[9], 250000, 1e-5);
  }
}

TEST(Generate, TheOtherEigenvaluesAreUniformInTheVariance) {
  double sum = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Generated data = generate({.rows = 1, .least_eccentricity = 10, .most_eccentricity = 10, .seed = seed});
    for (std::size_t k = 0; k < 20; ++k) {
      const Vector lambda = eigenvalues_of(data.mixture, k);
      for (int j = 1; j < 9; ++j, ++count) sum += (lambda[j] - 2500) / (250000 - 2500);
    }
  }
  EXPECT_NEAR(sum / count, 0.5, 4 * std::sqrt(1 / 12.0 / count));
}

TEST(Generate, DifferentSizesAreFiftyAndFiveHundredAtTheEnds) {
  const Generated data = generate({.sizes = Sizes::different, .least_eccentricity = 1, .most_eccentricity = 1});
  std::vector<double> sizes;
  for (std::size_t k = 0; k < 20; ++k) sizes.push_back(std::sqrt(eigenvalues_of(data.mixture, k)[0]));
  EXPECT_FALSE(std::is_sorted(sizes.begin(), sizes.end()));
  std::sort(sizes.begin(), sizes.end());
  for (std::size_t l = 0; l < 20; ++l) {
    EXPECT_NEAR(sizes[l], 50 + 450 * std::pow(2, 0.5 * (static_cast<double>(l) - 19)), 1e-7);
  }
}

TEST(Generate, WeightsArePowersInARandomOrder) {
  auto weights = generate({.weight_skew = 0.1}).mixture.weights;
  EXPECT_FALSE(std::is_sorted(weights.begin(), weights.end()));
  std::sort(weights.begin(), weights.end());
  for (std::size_t k = 1; k < weights.size(); ++k) EXPECT_NEAR(weights[k] / weights[k - 1], std::exp2(0.1), 1e-12);
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
}

TEST(Generate, NoiseIsInsideTheCountAndInsideTheWidenedBox) {
  const Generated data = generate({.rows = 1005, .dim = 3, .noise = 0.1, .seed = 5});
  ASSERT_EQ(data.labels.size(), 1005u);
  ASSERT_EQ(data.points.size(), 3015u);
  EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), kNoiseLabel), 101);  // 100.5 rounded
  for (std::size_t j = 0; j < 3; ++j) {
    double least = 1e300, most = -1e300;
    for (std::size_t i = 0; i < 904; ++i) {
      least = std::min(least, data.points[i * 3 + j]);
      most = std::max(most, data.points[i * 3 + j]);
    }
    const double margin = 0.1 * (most - least);
    bool beyond = false;
    for (std::size_t i = 904; i < 1005; ++i) {
      EXPECT_EQ(data.labels[i], kNoiseLabel);
      EXPECT_GE(data.points[i * 3 + j], least - margin);
      EXPECT_LE(data.points[i * 3 + j], most + margin);
      beyond |= data.points[i * 3 + j] < least || data.points[i * 3 + j] > most;
    }
    EXPECT_TRUE(beyond);
  }
}

TEST(Generate, NoiseDoesNotMoveTheMixtureOrTheRowsBeforeIt) {
  const Generated plain = generate({.seed = 9}), noisy = generate({.noise = 0.1, .seed = 9});
  EXPECT_EQ(plain.mixture, noisy.mixture);
  EXPECT_TRUE(std::equal(noisy.points.begin(), noisy.points.begin() + 9000, plain.points.begin()));
}

TEST(Generator, PiecesOfAnyLengthAreTheRowsOfGenerate) {
  GeneratorOptions options;
  options.rows = 500;
  options.noise = 0.3;
  options.seed = 4;
  const Generated whole = generate(options);
  for (const std::size_t length : {std::size_t{1}, std::size_t{7}, std::size_t{349}, std::size_t{1000}}) {
    Generator generator(options);
    EXPECT_EQ(generator.mixture(), whole.mixture);
    GeneratedRows joined;
    for (GeneratedRows piece = generator.next(length); !piece.labels.empty(); piece = generator.next(length)) {
      joined.points.insert(joined.points.end(), piece.points.begin(), piece.points.end());
      joined.labels.insert(joined.labels.end(), piece.labels.begin(), piece.labels.end());
    }
    EXPECT_EQ(joined.points, whole.points) << length;
    EXPECT_EQ(joined.labels, whole.labels) << length;
  }
}

TEST(Generate, RowsComeFromTheMixture) {
  const Generated data = generate({.rows = 20000, .dim = 4, .components = 3, .separation = 5, .seed = 2});
  const DataView view(data.points.data(), 20000, 4);
  const auto assigned = assign(data.mixture, view, 1);
  std::size_t right = 0;
  for (std::size_t i = 0; i < assigned.size(); ++i) right += static_cast<int>(assigned[i]) == data.labels[i];
  EXPECT_GT(right, 19900u);
}

TEST(Generate, SameSeedSameBitsAndAnotherSeedAnotherMixture) {
  const Generated a = generate({.noise = 0.1, .seed = 4}), b = generate({.noise = 0.1, .seed = 4});
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.mixture, b.mixture);
  EXPECT_NE(a.mixture.means, generate({.noise = 0.1, .seed = 5}).mixture.means);
}

TEST(Generate, SmallestCases) {
  EXPECT_EQ(generate({.rows = 1, .dim = 1, .components = 1}).labels.size(), 1u);
  EXPECT_NO_THROW(check(generate({.rows = 2, .dim = 1, .components = 5}).mixture));
}

TEST(Generate, WhatCannotBeIsRefused) {
  const GeneratorOptions wrong[] = {{.rows = 0},
                                    {.dim = 0},
                                    {.components = 0},
                                    {.separation = 0},
                                    {.separation = std::numeric_limits<double>::quiet_NaN()},
                                    {.weight_skew = -1},
                                    {.weight_skew = 51},
                                    {.least_eccentricity = 0.5},
                                    {.least_eccentricity = 3, .most_eccentricity = 2},
                                    {.noise = 1},
                                    {.rows = 1, .noise = 0.6}};
  for (const GeneratorOptions& options : wrong) EXPECT_THROW(generate(options), Error);
}

TEST(SmallestVariances, PlainAndInUnitsOfAReference) {
  const Mixture full{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {2, 1, 1, 2, 4, 0, 0, 9}};
  const auto plain = smallest_variances(full);
  EXPECT_NEAR(plain[0], 1, 1e-12);
  EXPECT_NEAR(plain[1], 4, 1e-12);
  const std::vector<double> reference{4, 0, 0, 1};
  EXPECT_NEAR(smallest_variances(full, reference)[1], 1, 1e-12);
  EXPECT_NEAR(smallest_variances(full, std::vector<double>{2, 1, 1, 2})[0], 1, 1e-12);
  EXPECT_THROW(smallest_variances(full, std::vector<double>{1, 2, 2, 1}), Error);
  const Mixture spherical{Covariance::spherical, 3, {1}, {0, 0, 0}, {7}};
  EXPECT_NEAR(smallest_variances(spherical)[0], 7, 1e-12);
}

}  // namespace
}  // namespace mixseed
