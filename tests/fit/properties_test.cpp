// What a fit has to do when the data are written in another way, and what a score has to be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mixseed/mixseed.h"
#include "support/blobs.h"
#include "support/dense.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using namespace testing;
using Values = std::vector<double>;
using Row = std::vector<double>;

constexpr std::size_t kRows = 400, kDim = 3, kComponents = 4;

// The rows x, mapped one by one.
template <typename Map>
Data image(const Data& data, const Map& map) {
  Values values;
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    Row x(data.view.columns());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = data.view.at(i, j);
    const Row y = map(x);
    values.insert(values.end(), y.begin(), y.end());
  }
  return Data::from(std::move(values), data.view.rows(), data.view.columns());
}

// em from the first rows as means, so that nothing depends on random numbers.
Fit fitted(const Data& data, const Data& starts, const std::string& covariance = "full") {
  Centers centers{kDim, {}};
  for (std::size_t k = 0; k < kComponents; ++k) {
    for (std::size_t j = 0; j < kDim; ++j) centers.points.push_back(starts.view.at(k, j));
  }
  return fit(data.view, State(centers), Pipeline::parse("em:rounds=12,tol=0,covariance=" + covariance));
}
Fit fitted(const Data& data, const std::string& covariance = "full") { return fitted(data, data, covariance); }

double likelihood(const Fit& fit) { return fit.best_restart().final_log_likelihood; }

class EveryCovariance : public ::testing::TestWithParam<std::string> {
 protected:
  const Data data = blobs(kRows, kDim, kComponents, 4);
  const Fit plain = fitted(data, GetParam());
};

TEST_P(EveryCovariance, AShiftMovesTheMeansAndNothingElse) {
  for (const double shift : {0.5, -1024.0, 1e6}) {
    const Fit moved = fitted(image(data,
                                   [&](const Row& x) {
                                     return Row{x[0] + shift, x[1] - shift, x[2] + shift};
                                   }),
                             GetParam());
    EXPECT_NEAR(likelihood(moved), likelihood(plain), 1e-8 * (1 + std::abs(shift) * 1e-3)) << shift;
    EXPECT_NEAR(moved.model.means[0], plain.model.means[0] + shift, 1e-7 * (1 + std::abs(shift) * 1e-3)) << shift;
  }
}

TEST_P(EveryCovariance, AnotherUnitChangesTheUnitAndNothingElse) {
  for (const double unit : {1e-120, 1e-40, 0.001, 12.5, 1e40, 1e120}) {
    const Fit scaled = fitted(image(data,
                                    [&](const Row& x) {
                                      return Row{x[0] * unit, x[1] * unit, x[2] * unit};
                                    }),
                              GetParam());
    EXPECT_NEAR(likelihood(scaled), likelihood(plain) - kDim * std::log(unit), 1e-9) << unit;
    for (std::size_t i = 0; i < plain.model.means.size(); ++i) {
      EXPECT_NEAR(scaled.model.means[i] / unit, plain.model.means[i], 1e-8) << unit;
    }
    for (std::size_t i = 0; i < plain.model.covariances.size(); ++i) {
      EXPECT_NEAR(scaled.model.covariances[i] / unit / unit, plain.model.covariances[i], 1e-8) << unit;
    }
  }
}

TEST_P(EveryCovariance, TheOrderOfTheRowsDoesNotMatter) {
  std::vector<std::size_t> order(kRows);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(4);
  for (std::size_t i = kRows; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  Values values;
  for (const std::size_t i : order) {
    for (std::size_t j = 0; j < kDim; ++j) values.push_back(data.view.at(i, j));
  }
  const Fit shuffled = fitted(Data::from(std::move(values), kRows, kDim), data, GetParam());
  EXPECT_NEAR(likelihood(shuffled), likelihood(plain), 1e-9);
}

TEST_P(EveryCovariance, TheOrderOfTheColumnsDoesNotMatter) {
  const Fit turned = fitted(image(data, [](const Row& x) { return Row{x[2], x[0], x[1]}; }), GetParam());
  EXPECT_NEAR(likelihood(turned), likelihood(plain), 1e-9);
  EXPECT_NEAR(turned.model.means[1], plain.model.means[0], 1e-8);
}

TEST_P(EveryCovariance, AWeightIsARepetition) {
  Values weights;
  for (std::size_t i = 0; i < kRows; ++i) weights.push_back(static_cast<double>(i % 4));
  const Fit weighted = fitted(data.weighted(weights), data, GetParam());
  const Fit repeats = fitted(repeated(data, weights), data, GetParam());
  EXPECT_NEAR(likelihood(weighted), likelihood(repeats), 1e-9);
  EXPECT_NEAR(weighted.criteria.bic, repeats.criteria.bic, 1e-6);
}

TEST_P(EveryCovariance, WhatIsSavedIsLoadedToTheLastBit) {
  EXPECT_EQ(from_json(to_json({plain.model, {}, {}}), "saved").mixture, plain.model);
}

INSTANTIATE_TEST_SUITE_P(Every, EveryCovariance, ::testing::Values("full", "tied", "diagonal", "spherical"),
                         [](const auto& tested) { return tested.param; });

TEST(Properties, ARotationTurnsTheModelOfFullTiedAndSphericalCovariances) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  const Data data = blobs(kRows, kDim, kComponents, 4);
  for (const std::string covariance : {"full", "tied", "spherical"}) {
    const Fit plain = fitted(data, covariance);
    const Fit turned = fitted(image(data,
                                    [&](const Row& x) {
                                      return Row{c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]};
                                    }),
                              covariance);
    EXPECT_NEAR(likelihood(turned), likelihood(plain), 1e-8) << covariance;
    EXPECT_NEAR(turned.model.means[0], c * plain.model.means[0] - s * plain.model.means[1], 1e-7) << covariance;
  }
}

// log N(x) in long double, by a Cholesky factorisation of its own.
long double reference_score(const Values& sigma, const Values& mean, const double* x, std::size_t dim) {
  std::vector<long double> lower(dim * dim, 0.0L), z(dim);
  long double squares = 0, log_determinant = 0;
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t l = 0; l <= j; ++l) {
      long double sum = sigma[j * dim + l];
      for (std::size_t m = 0; m < l; ++m) sum -= lower[j * dim + m] * lower[l * dim + m];
      lower[j * dim + l] = l < j ? sum / lower[l * dim + l] : std::sqrt(sum);
    }
    long double left = static_cast<long double>(x[j]) - static_cast<long double>(mean[j]);
    for (std::size_t m = 0; m < j; ++m) left -= lower[j * dim + m] * z[m];
    z[j] = left / lower[j * dim + j];
    squares += z[j] * z[j];
    log_determinant += 2 * std::log(lower[j * dim + j]);
  }
  return -0.5L * (squares + log_determinant + static_cast<long double>(dim) * std::log(2 * std::acos(-1.0L)));
}

// A covariance whose correlation matrix has about this condition, in columns of different units.
Values covariance_of_condition(std::size_t dim, double condition, Rng& rng) {
  const auto n = static_cast<Eigen::Index>(dim);
  Matrix noise(n, n);
  for (double& number : noise.reshaped()) number = rng.normal();
  const Matrix turn = Eigen::HouseholderQR<Matrix>(noise).householderQ();
  Vector spectrum(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    spectrum[i] = std::pow(condition, -static_cast<double>(i) / static_cast<double>(std::max<Eigen::Index>(n - 1, 1)));
  }
  const Matrix sigma = turn * spectrum.asDiagonal() * turn.transpose();
  Values values(dim * dim);
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t l = 0; l < dim; ++l) {
      const auto a = static_cast<Eigen::Index>(std::max(j, l)), b = static_cast<Eigen::Index>(std::min(j, l));
      values[j * dim + l] = std::ldexp(sigma(a, b), static_cast<int>(7 * j + 7 * l));
    }
  }
  return values;
}

double condition_of_correlation(const Values& sigma, std::size_t dim) {
  const auto matrix = as_matrix(sigma.data(), dim);
  const Vector scale = matrix.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix correlation = scale.asDiagonal() * matrix * scale.asDiagonal();
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(correlation).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

TEST(Properties, AScoreIsWithinItsBoundOfTheOneInLongDouble) {
  Rng rng(11);
  double worst = 0;
  for (const double condition : {1.0, 1e2, 1e4, 1e6, 1e8, 1e10}) {
    for (int round = 0; round < 30; ++round) {
      const std::size_t dim = 1 + rng.below(12);
      Mixture mixture{Covariance::full, dim, {1.0}, Values(dim), covariance_of_condition(dim, condition, rng)};
      for (double& number : mixture.means) number = 10 * rng.normal();
      const double kappa = condition_of_correlation(mixture.covariances, dim);
      const Sample drawn = sample(mixture, 40, rng.bits());
      const Values scores = score_rows(mixture, DataView(drawn.points.data(), 40, dim), 1);
      for (std::size_t i = 0; i < 40; ++i) {
        const long double exact = reference_score(mixture.covariances, mixture.means, &drawn.points[i * dim], dim);
        const double size = 1 + static_cast<double>(std::abs(exact));
        const double error = static_cast<double>(std::abs(static_cast<long double>(scores[i]) - exact)) / size;
        const double bound = 10 * static_cast<double>(dim) * kappa * std::ldexp(1.0, -53);
        worst = std::max(worst, error / bound);
        ASSERT_LE(error, bound) << "D = " << dim << ", condition " << kappa << ", exact " << static_cast<double>(exact)
                                << ", got " << scores[i];
      }
    }
  }
  RecordProperty("worst_share_of_the_bound", std::to_string(worst));
}

}  // namespace
}  // namespace mixseed
