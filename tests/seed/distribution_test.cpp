// Compares the draws of the random seeders with the probabilities that the papers state.
#include <gtest/gtest.h>

#include <array>

#include "pass/mixture_from_centers.h"
#include "seed/seeders.h"
#include "support/blobs.h"
#include "support/dense.h"
#include "support/states.h"
#include "support/statistics.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;

using namespace testing;

constexpr std::size_t kRows = 7;

Data seven_rows() { return Data::from(std::vector<double>{0, 0, 1, 3, 2, -1, 6, 1, 7, 4, -5, 2, 3, 9}, kRows, 2); }

// Means2SphGMM of theta's means and one more row.
Mixture with_another_mean(const Ready& in, const Mixture& theta, std::size_t row) {
  Centers M{in.X.dim(), theta.means};
  append_row(M, {in.row(row), row, 0, 0});
  Repairs repairs;
  return mixture_from_centers(in.X, M, {&family_of(Covariance::spherical), Rules::standard, kDefaultFloor}, repairs);
}

State seed(const Seeder& seeder, const Dataset& X, std::size_t K, std::uint64_t number, const char* alpha = nullptr) {
  Parameters parameters(seeder.info);
  if (alpha) parameters.set("alpha", alpha);
  Rng rng(number);
  Repairs repairs;
  Seeding in{X, K, parameters, rng, repairs, {}};
  return seeder.seed(in);
}

std::size_t row_at(const Data& data, std::span<const double> point) {
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    if (data.view.at(i, 0) == point[0] && data.view.at(i, 1) == point[1]) return i;
  }
  return data.view.rows();
}

double squared_distance(const Data& data, std::size_t i, std::size_t j) {
  const double x = data.view.at(i, 0) - data.view.at(j, 0), y = data.view.at(i, 1) - data.view.at(j, 1);
  return x * x + y * y;
}

// The next random number after SG.
double next_number(const Dataset& X, std::string_view sample, std::size_t K) {
  const Seeder seeder = spherical_gonzalez();
  Parameters parameters(seeder.info);
  parameters.set("s", "0.5");
  parameters.set("sample", sample);
  Rng rng(1);
  Repairs repairs;
  Seeding in{X, K, parameters, rng, repairs, {}};
  seeder.seed(in);
  return rng.uniform();
}

TEST(SphericalGonzalez, DrawsItsCandidatesOnceOrAnewForEveryComponent) {
  const Ready ready(seven_rows());
  const double after_one_sample = next_number(ready.X, "once", 2);
  EXPECT_EQ(next_number(ready.X, "once", 5), after_one_sample);
  EXPECT_EQ(next_number(ready.X, "anew", 2), after_one_sample);
  EXPECT_NE(next_number(ready.X, "anew", 3), after_one_sample);
  EXPECT_NE(next_number(ready.X, "anew", 4), next_number(ready.X, "anew", 3));
}

TEST(Uniform, DrawsRowsIndependentlyWithReplacement) {
  const Ready ready(seven_rows());
  std::vector<double> counts(kRows * kRows, 0.0);
  for (std::uint64_t n = 0; n < 20000; ++n) {
    const Centers C = std::get<Centers>(seed(uniform(), ready.X, 2, n));
    counts[row_at(ready.data, C.point(0)) * kRows + row_at(ready.data, C.point(1))] += 1;
  }
  EXPECT_TRUE(fits(counts, std::vector<double>(kRows * kRows, 1.0)));
}

TEST(KmeansPlusPlus, DrawsInProportionToSquaredDistance) {
  const Ready ready(seven_rows());
  std::vector<double> counts(kRows * kRows * kRows, 0.0), p(counts.size(), 0.0);
  for (std::uint64_t n = 0; n < 60000; ++n) {
    const Centers C = std::get<Centers>(seed(kmeanspp(), ready.X, 3, n));
    const auto at = [&](std::size_t k) { return row_at(ready.data, C.point(k)); };
    counts[(at(0) * kRows + at(1)) * kRows + at(2)] += 1;
  }
  const auto share = [&](std::size_t c, const auto& cost) {
    double sum = 0;
    for (std::size_t i = 0; i < kRows; ++i) sum += cost(i);
    return cost(c) / sum;
  };
  for (std::size_t a = 0; a < kRows; ++a) {
    for (std::size_t b = 0; b < kRows; ++b) {
      for (std::size_t c = 0; c < kRows; ++c) {
        const auto to_a = [&](std::size_t i) { return squared_distance(ready.data, i, a); };
        const auto to_both = [&](std::size_t i) { return std::min(to_a(i), squared_distance(ready.data, i, b)); };
        p[(a * kRows + b) * kRows + c] = share(b, to_a) * share(c, to_both) / kRows;
      }
    }
  }
  EXPECT_TRUE(fits(counts, p));
}

TEST(KmeansPlusPlus, TakesTheBestOfSeveralCandidates) {
  const Ready ready(seven_rows());
  const Seeder seeder = kmeanspp();
  Parameters parameters(seeder.info);
  parameters.set("trials", "2");
  std::vector<double> counts(kRows * kRows, 0.0), p(counts.size(), 0.0);
  for (std::uint64_t n = 0; n < 40000; ++n) {
    Rng rng(n);
    Repairs repairs;
    Seeding in{ready.X, 2, parameters, rng, repairs, {}};
    const Centers C = std::get<Centers>(seeder.seed(in));
    counts[row_at(ready.data, C.point(0)) * kRows + row_at(ready.data, C.point(1))] += 1;
  }
  for (std::size_t a = 0; a < kRows; ++a) {
    // left: the sum of squared distances after adding b to a; chance: the probability of drawing b.
    std::array<double, kRows> left{}, chance{};
    double sum = 0;
    for (std::size_t b = 0; b < kRows; ++b) {
      for (std::size_t i = 0; i < kRows; ++i) {
        left[b] += std::min(squared_distance(ready.data, i, a), squared_distance(ready.data, i, b));
      }
      sum += chance[b] = squared_distance(ready.data, a, b);
    }
    for (std::size_t b = 0; b < kRows; ++b) {
      // b wins if it is drawn first and the other candidate is not better, or second and the first is worse.
      double worse = 0, not_better = 0;
      for (std::size_t c = 0; c < kRows; ++c) {
        worse += left[c] > left[b] ? chance[c] / sum : 0;
        not_better += left[c] >= left[b] ? chance[c] / sum : 0;
      }
      p[a * kRows + b] = (not_better + worse) * chance[b] / sum / kRows;
    }
  }
  EXPECT_TRUE(fits(counts, p));
}

TEST(Gonzalez, TakesTheFarthestRowEachTime) {
  const Ready ready(seven_rows());
  for (std::uint64_t n = 0; n < 50; ++n) {
    const Centers C = std::get<Centers>(seed(gonzalez(), ready.X, 4, n));
    std::vector<std::size_t> chosen{row_at(ready.data, C.point(0))};
    for (std::size_t k = 1; k < 4; ++k) {
      std::size_t farthest = 0;
      double most = -1;
      for (std::size_t i = 0; i < kRows; ++i) {
        double nearest = 1e300;
        for (const std::size_t c : chosen) nearest = std::min(nearest, squared_distance(ready.data, i, c));
        if (nearest > most) {
          most = nearest;
          farthest = i;
        }
      }
      EXPECT_EQ(row_at(ready.data, C.point(k)), farthest);
      chosen.push_back(farthest);
    }
  }
}

// (x - mu)' Sigma^-1 (x - mu) in two dimensions, explicitly.
double mahalanobis(const Mixture& theta, std::size_t k, double x, double y) {
  const auto S = theta.covariance_of(k);
  const double dx = x - theta.mean(k)[0], dy = y - theta.mean(k)[1];
  return (S[3] * dx * dx - 2 * S[1] * dx * dy + S[0] * dy * dy) / (S[0] * S[3] - S[1] * S[1]);
}

// The paper's m_alpha for every row, and the mixture from Means2SphGMM for each choice.
struct NextDraw {
  std::vector<double> p;
  std::map<std::string, std::size_t> row_of;
};

NextDraw next_draw(const Ready& ready, const Mixture& theta, double alpha) {
  NextDraw next;
  std::vector<double> m;
  double sum = 0;
  for (std::size_t i = 0; i < kRows; ++i) {
    double smallest = 1e300;
    for (std::size_t k = 0; k < theta.size(); ++k) {
      smallest = std::min(smallest, mahalanobis(theta, k, ready.data.view.at(i, 0), ready.data.view.at(i, 1)));
    }
    m.push_back(smallest);
    sum += smallest;
    next.row_of[key_of(with_another_mean(ready, theta, i))] = i;
  }
  for (const double value : m) next.p.push_back(alpha * value / sum + (1 - alpha) / kRows);
  return next;
}

class AdaptiveDraws : public ::testing::TestWithParam<const char*> {};

TEST_P(AdaptiveDraws, InProportionToTheMahalanobisDistanceAndAUniformShare) {
  const Ready ready(seven_rows());
  const double alpha = std::stod(GetParam());
  Repairs repairs;
  const Mixture theta1 = one_component(ready.X.summary(), Rules::standard, repairs);
  const NextDraw second = next_draw(ready, theta1, alpha);
  ASSERT_EQ(second.row_of.size(), kRows) << "two choices lead to the same mixture: the data cannot tell them apart";
  std::vector<double> counts(kRows, 0.0);
  for (std::uint64_t n = 0; n < 20000; ++n) {
    counts[second.row_of.at(key_of(seed(adaptive(), ready.X, 2, n, GetParam())))] += 1;
  }
  EXPECT_TRUE(fits(counts, second.p));
}

TEST_P(AdaptiveDraws, FromTheMixtureFoundSoFar) {
  const Ready ready(seven_rows());
  const double alpha = std::stod(GetParam());
  Repairs repairs;
  const Mixture theta1 = one_component(ready.X.summary(), Rules::standard, repairs);
  const Mixture theta2 = with_another_mean(ready, theta1, std::size_t{3});
  const NextDraw third = next_draw(ready, theta2, alpha);
  std::map<std::string, double> expected;
  std::map<std::string, double> counts;
  for (const auto& [key, row] : third.row_of) counts[key] = 0;
  for (std::uint64_t n = 0; n < 40000; ++n) {
    const std::string two = key_of(seed(adaptive(), ready.X, 2, n, GetParam()));
    if (two == key_of(theta2)) counts[key_of(seed(adaptive(), ready.X, 3, n, GetParam()))] += 1;
  }
  ASSERT_EQ(counts.size(), third.row_of.size()) << "a mixture came out that no row leads to";
  std::vector<double> observed, p;
  for (std::size_t i = 0; i < kRows; ++i) {
    const auto made = key_of(with_another_mean(ready, theta2, i));
    expected[made] += third.p[i];
  }
  for (const auto& [key, probability] : expected) {
    observed.push_back(counts.at(key));
    p.push_back(probability);
  }
  EXPECT_TRUE(fits(observed, p));
}

INSTANTIATE_TEST_SUITE_P(Alpha, AdaptiveDraws, ::testing::Values("1", "0.5", "0"),
                         [](const auto& tested) { return "Case" + std::to_string(tested.index); });

void expect_equal_but_for_rounding(const Mixture& left, const Mixture& right) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t k = 0; k < left.size(); ++k) {
    EXPECT_DOUBLE_EQ(left.weights[k], right.weights[k]);
    EXPECT_DOUBLE_EQ(left.covariances[k], right.covariances[k]);
  }
  for (std::size_t at = 0; at < left.means.size(); ++at) EXPECT_DOUBLE_EQ(left.means[at], right.means[at]);
}

TEST(SphericalGonzalez, TakesTheRowWithTheLargestMahalanobisDistance) {
  const Ready ready(seven_rows());
  Repairs repairs;
  Mixture theta = one_component(ready.X.summary(), Rules::standard, repairs);
  for (std::size_t K = 2; K <= 4; ++K) {
    const NextDraw next = next_draw(ready, theta, 1);
    const auto farthest = static_cast<std::size_t>(std::max_element(next.p.begin(), next.p.end()) - next.p.begin());
    theta = with_another_mean(ready, theta, farthest);
    expect_equal_but_for_rounding(std::get<Mixture>(seed(spherical_gonzalez(), ready.X, K, 1)), theta);
  }
}

TEST(SphericalGonzalez, ChoosesOnlyFromAUniformSample) {
  const Ready ready(seven_rows());
  Repairs repairs;
  const NextDraw second = next_draw(ready, one_component(ready.X.summary(), Rules::standard, repairs), 1);
  const Seeder seeder = spherical_gonzalez();
  Parameters parameters(seeder.info);
  parameters.set("s", "0.14");  // one candidate, which is always taken
  std::vector<double> counts(kRows, 0.0);
  for (std::uint64_t n = 0; n < 10000; ++n) {
    Rng rng(n);
    Seeding in{ready.X, 2, parameters, rng, repairs, {}};
    counts[second.row_of.at(key_of(seeder.seed(in)))] += 1;
  }
  EXPECT_TRUE(fits(counts, std::vector<double>(kRows, 1.0)));
}

TEST(Kwedlo, CovariancesHaveTheStatedTraceAndShape) {
  const Ready ready(blobs(200, 3, 3));
  const double trace = ready.X.summary().mean_variance / (10.0 * 4);
  const Mixture theta = std::get<Mixture>(seed(kwedlo(), ready.X, 4, 9));
  for (std::size_t k = 0; k < 4; ++k) {
    const auto S = theta.covariance_of(k);
    EXPECT_NEAR(S[0] + S[4] + S[8], trace, 1e-12 * trace);
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(as_matrix(S.data(), 3));
    EXPECT_LE(eigen.eigenvalues()[2] / eigen.eigenvalues()[0], 10.0);
    EXPECT_LT(row_at(mapped(ready.data, [](const std::vector<double>& x) { return x; }), theta.mean(k)), 200U);
  }
}

}  // namespace
}  // namespace mixseed
