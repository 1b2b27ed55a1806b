#include "model/density.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mixseed/error.h"
#include "pass/min_distance_cache.h"
#include "support/blobs.h"
#include "support/dense.h"
#include "support/mixtures.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using testing::Ready;
using Values = std::vector<double>;

Mixture example(Covariance type, std::size_t dim) { return testing::random_mixture(type, dim, 3, 3, 11); }

struct Direct {
  double mahalanobis, log_term;
};

Direct direct(const Mixture& theta, std::size_t k, const Values& x) {
  const auto covariance = theta.covariance_of(k);
  const Matrix sigma = as_matrix(covariance.data(), theta.dim);
  const auto n = static_cast<Eigen::Index>(theta.dim);
  const Vector y = Eigen::Map<const Vector>(x.data(), n) - Eigen::Map<const Vector>(theta.mean(k).data(), n);
  const double distance = y.dot(sigma.fullPivLu().solve(y));
  const double log_normaliser =
      -0.5 * (static_cast<double>(theta.dim) * std::log(2 * std::numbers::pi) + std::log(sigma.determinant()));
  return {distance, std::log(theta.weights[k]) + log_normaliser - 0.5 * distance};
}

// visit(row, k, squared Mahalanobis distance, log term)
template <typename Visit>
void for_each_term(const Ready& in, const Density& density, const Visit& visit) {
  in.part.for_each_block([&](const Block& block) {
    std::vector<Values> distances(density.size(), Values(block.rows));
    for (std::size_t k = 0; k < density.size(); ++k) {
      for_each_distance(density.components(), k, block, [&](std::size_t first, std::size_t rows, const double* found) {
        std::copy_n(found, rows, distances[k].begin() + static_cast<std::ptrdiff_t>(first));
      });
    }
    Terms terms(density.size(), density.dim());
    for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
      terms.compute(density.components(), block, first);
      ASSERT_EQ(terms.count(), density.size());
      for (std::size_t k = 0; k < density.size(); ++k) {
        ASSERT_EQ(terms.number(k), k);
        for (std::size_t i = first; i < std::min(first + kernel::kTile, block.rows); ++i) {
          visit(block.first + i, k, distances[k][i], terms.values(k)[i - first]);
        }
      }
    }
  });
}

TEST(Density, IsTheFormulaForAllFourTypes) {
  for (const Covariance type : testing::kCovariances) {
    for (const std::size_t dim : {1U, 2U, 5U, 12U}) {
      SCOPED_TRACE(std::string(name_of(type)) + ", dim " + std::to_string(dim));
      const Mixture theta = example(type, dim);
      const Ready in(testing::blobs(300, dim, 3));
      std::size_t visits = 0;
      for_each_term(in, Density(theta), [&](std::size_t i, std::size_t k, double distance, double term) {
        const Direct expected = direct(theta, k, in.row(i));
        ASSERT_NEAR(distance, expected.mahalanobis, 1e-10 * expected.mahalanobis);
        ASSERT_NEAR(term, expected.log_term, 1e-10 * (1 + std::abs(expected.log_term)));
        ++visits;
      });
      EXPECT_EQ(visits, 900U);
    }
  }
}

TEST(Density, AComponentWithoutWeightHasNoDensityButADistance) {
  for (const Covariance type : testing::kCovariances) {
    Mixture theta = example(type, 2);
    theta.weights = {0.4, 0, 0.6};
    const Ready in(testing::blobs(10, 2, 2));
    for_each_term(in, Density(theta), [&](std::size_t, std::size_t k, double distance, double term) {
      EXPECT_EQ(term == -std::numeric_limits<double>::infinity(), k == 1);
      EXPECT_TRUE(std::isfinite(distance));
    });
  }
}

TEST(Density, StandsVariancesOfAnySize) {
  for (const double variance : {1e-290, 1e-20, 1e20, 1e290}) {
    const Mixture theta{Covariance::full, 2, {1}, {0, 0}, {variance, 0, 0, variance}};
    const double far = 2 * std::sqrt(variance);
    const Ready in(Data::from(Values{far, 0}, 1, 2));
    for_each_term(in, Density(theta), [&](std::size_t, std::size_t, double distance, double term) {
      EXPECT_NEAR(distance, 4, 1e-13);
      EXPECT_NEAR(term, -std::log(2 * std::numbers::pi) - std::log(variance) - 2, 1e-11);
    });
  }
}

// Means and rows a billion deviations from the origin, whose digits the center saves.
TEST(Density, AnOffsetOfABillionKeepsTheDigits) {
  for (const Covariance type : testing::kCovariances) {
    Mixture theta = example(type, 5);
    for (double& mean : theta.means) mean = std::round(1024 * mean) / 1024;
    Values near(200);
    Rng rng(4);
    for (double& value : near) value = std::round(1024 * 3 * rng.normal()) / 1024;
    Values far = near;
    for (double& value : far) value += 1e9;
    const Ready plain(Data::from(near, 40, 5)), shifted(Data::from(far, 40, 5));
    Values distances, terms;
    for_each_term(plain, Density(theta), [&](std::size_t, std::size_t, double distance, double term) {
      distances.push_back(distance);
      terms.push_back(term);
    });
    for (double& mean : theta.means) mean += 1e9;
    std::size_t at = 0;
    for_each_term(shifted, Density(theta), [&](std::size_t, std::size_t, double distance, double term) {
      EXPECT_NEAR(distance, distances[at], 1e-11 * (1 + distance));
      EXPECT_NEAR(term, terms[at++], 1e-11 * (1 + distance));
    });
    EXPECT_EQ(at, 120U);
  }
}

TEST(Terms, LargestTermsAndResponsibilitiesAreThoseOfTheRows) {
  const Mixture theta = example(Covariance::full, 2);
  const Ready in(testing::blobs(11, 2, 3));
  const Density density(theta);
  in.part.for_each_block([&](const Block& block) {
    Terms terms(3, 2);
    for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
      std::uint32_t labels[kernel::kTile];
      double best[kernel::kTile], log_density[kernel::kTile];
      terms.compute(density.components(), block, first);
      terms.argmax(labels, best);
      terms.normalise(log_density);
      for (std::size_t i = first; i < std::min(first + kernel::kTile, block.rows); ++i) {
        double sum = 0, largest = -HUGE_VAL;
        for (std::size_t k = 0; k < 3; ++k) {
          const double term = direct(theta, k, in.row(i)).log_term;
          sum += std::exp(term);
          largest = std::max(largest, term);
        }
        EXPECT_NEAR(best[i - first], largest, 1e-10 * (1 + std::abs(largest)));
        EXPECT_NEAR(best[i - first], direct(theta, labels[i - first], in.row(i)).log_term, 1e-10);
        EXPECT_NEAR(log_density[i - first], std::log(sum), 1e-10 * (1 + std::abs(largest)));
      }
      terms.clear(2);
      for (std::size_t s = 0; s < 3; ++s) EXPECT_EQ(terms.values(s)[2], 0);
    }
  });
}

// Terms are taken about the mixture's mean: an offset costs nothing, a small component far from the mean few digits.
TEST(Density, KeepsTwelveDigitsForASmallComponentWhateverTheOffset) {
  const double xx = 1e-6, xy = 3e-7, yy = 2e-6;
  for (const double offset : {0.0, 1e6, -3e9}) {
    const Mixture theta{Covariance::full,
                        2,
                        {0.5, 0.5},
                        {offset + 1, offset - 1, offset - 1, offset + 1},
                        {xx, xy, xy, yy, 1, 0, 0, 1}};
    Values rows;
    for (std::size_t i = 1; i <= 9; ++i) {
      rows.push_back(theta.means[0] + 4e-4 * static_cast<double>(i));
      rows.push_back(theta.means[1] - 7e-4 * static_cast<double>(i % 4));
    }
    const Ready in(Data::from(rows, 9, 2));
    Values distances(9);
    for_each_term(in, Density(theta), [&](std::size_t i, std::size_t k, double distance, double) {
      if (k == 0) distances[i] = distance;
    });
    for (std::size_t i = 0; i < 9; ++i) {
      using Exact = long double;
      const Exact x = Exact{rows[2 * i]} - theta.means[0], y = Exact{rows[2 * i + 1]} - theta.means[1];
      const Exact exact = (yy * x * x - 2 * xy * x * y + xx * y * y) / (Exact{xx} * yy - Exact{xy} * xy);
      EXPECT_NEAR(distances[i], static_cast<double>(exact), 1e-12 * (1 + static_cast<double>(exact)));
    }
  }
}

// Beside noise, and in a part of a mixture, the weights add up to less than 1.
TEST(Density, KeepsItsDigitsAtAnOffsetWhateverTheSumOfTheWeights) {
  for (const double sum : {1.0, 0.7, 1e-9}) {
    for (const double offset : {0x1p30, 0x1p42}) {
      const Mixture theta{Covariance::full,
                          2,
                          {0.25 * sum, 0.75 * sum},
                          {offset + 1, offset - 1, offset - 1, offset + 1},
                          {2, 0.5, 0.5, 1, 1, 0, 0, 1}};
      const Ready in(Data::from(Values{offset + 3, offset - 2, offset - 4, offset + 0.5}, 2, 2));
      for_each_term(in, Density(theta), [&](std::size_t i, std::size_t k, double distance, double term) {
        const double x = (i == 0 ? 3 : -4) - (k == 0 ? 1 : -1), y = (i == 0 ? -2 : 0.5) - (k == 0 ? -1 : 1);
        const double exact = k == 0 ? (x * x - x * y + 2 * y * y) / 1.75 : x * x + y * y;
        EXPECT_NEAR(distance, exact, 1e-13 * (1 + exact)) << sum << " " << offset;
        const double log_weight = std::log(theta.weights[k]), log_determinant = k == 0 ? std::log(1.75) : 0;
        EXPECT_NEAR(term, log_weight - 0.5 * (2 * std::log(2 * std::numbers::pi) + log_determinant + exact), 1e-12);
      });
    }
  }
}

std::string refusal(const Mixture& theta) {
  try {
    const Density density(theta);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input);
    return error.what();
  }
  return "accepted";
}

TEST(Density, RefusesMatricesThatAreNotPositiveDefinite) {
  const std::string second = "the covariance of component 1 is not positive definite";
  EXPECT_EQ(refusal({Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 2, 2, 1}}), second);
  EXPECT_EQ(refusal({Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 1, 1, 1}}), second);
  EXPECT_EQ(refusal({Covariance::tied, 2, {0.5, 0.5}, {0, 0, 1, 1}, {0, 0, 0, 1}}),
            "the covariance of component 0 is not positive definite");
}

TEST(Density, RefusesVariancesThatAreNotPositive) {
  const std::string second = "the covariance of component 1 is not positive definite";
  for (const double bad : {0.0, -1.0}) {
    EXPECT_EQ(refusal({Covariance::diagonal, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 1, 1, bad}}), second);
    EXPECT_EQ(refusal({Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, bad}}), second);
  }
}

TEST(Density, RefusesCovariancesThatAreNotNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string only = "the covariance of component 0 is not positive definite";
  EXPECT_EQ(refusal({Covariance::full, 2, {1}, {0, 0}, {1, nan, nan, 1}}), only);
  EXPECT_EQ(refusal({Covariance::diagonal, 2, {1}, {0, 0}, {1, nan}}), only);
  EXPECT_EQ(refusal({Covariance::spherical, 2, {1}, {0, 0}, {nan}}), only);
}

}  // namespace
}  // namespace mixseed
