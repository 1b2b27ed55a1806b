#include "model/coordinates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/maximise.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

const std::vector<double> kScale{1, 3, 0.5};

// Two rounds of EM give two mixtures of the family that are not alike.
std::vector<Mixture> two_of(const Family& family) {
  const Ready ready(blobs(200, 3, 3, 2));
  Mixture theta{Covariance::spherical, 3, {0.2, 0.3, 0.5}, {0, 0, 0, 2, 1, 0, 4, 2, 0}, {1, 2, 3}};
  std::vector<Mixture> found;
  for (int round = 0; round < 2; ++round) {
    Repairs repairs;
    theta = maximise(expected(ready.X, theta, family.second, Rules::standard), family, theta, nullptr, repairs);
    found.push_back(theta);
  }
  return found;
}

TEST(Coordinates, LeadBackToTheMixture) {
  for (const Family& family : families()) {
    SCOPED_TRACE(std::string(family.name));
    const Mixture theta = two_of(family).back();
    const auto point = coordinates(theta, kScale);
    ASSERT_TRUE(point);
    const auto back = mixture_at(*point, theta, kScale);
    ASSERT_TRUE(back);
    EXPECT_LT(distance(*back, theta), 1e-12);
  }
}

// log volumes, and the variances and orientation that are left: what the letters speak of.
double log_volume(const Mixture& theta, std::size_t k) {
  const auto S = theta.covariance_of(k);
  const double det =
      S[0] * (S[4] * S[8] - S[5] * S[7]) - S[1] * (S[3] * S[8] - S[5] * S[6]) + S[2] * (S[3] * S[7] - S[4] * S[6]);
  return std::log(det) / 3;
}

TEST(Coordinates, LinesStayWithinFamiliesThatAreNotBoundToAxes) {
  std::size_t tried = 0;
  for (const Family& family : families()) {
    const std::vector<Mixture> two = two_of(family);
    if (is_bound_to_axes(family)) continue;
    SCOPED_TRACE(std::string(family.name));
    const auto a = coordinates(two[0], kScale), b = coordinates(two[1], kScale);
    std::vector<double> beyond(a->size());
    for (std::size_t i = 0; i < beyond.size(); ++i) beyond[i] = (*a)[i] + 3 * ((*b)[i] - (*a)[i]);
    const auto far = mixture_at(beyond, two[0], kScale);
    ASSERT_TRUE(far);
    check(*far);
    EXPECT_GT(distance(far->covariances, two[1].covariances), 1e-3);
    for (std::size_t k = 1; k < 3; ++k) {
      if (family.letters[0] == 'E') {
        EXPECT_NEAR(log_volume(*far, k), log_volume(*far, 0), 1e-9);
      }
      if (family.letters.substr(1) != "EE" && family.letters.substr(1) != "EI") continue;
      const double factor = std::exp(log_volume(*far, k) - log_volume(*far, 0));
      for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_NEAR(far->covariance_of(k)[i], factor * far->covariance_of(0)[i], 1e-9 * far->covariance_of(k)[0]);
      }
    }
    ++tried;
  }
  EXPECT_EQ(tried, 10U);
}

TEST(Coordinates, DoNotDependOnTheUnitsOfTheColumns) {
  Mixture theta = two_of(family_of(Covariance::full)).back(), other = theta;
  const std::vector<double> units{10, 0.1, 4};
  std::vector<double> scale;
  for (std::size_t j = 0; j < 3; ++j) scale.push_back(kScale[j] * units[j]);
  for (std::size_t i = 0; i < theta.means.size(); ++i) other.means[i] *= units[i % 3];
  for (std::size_t i = 0; i < theta.covariances.size(); ++i) other.covariances[i] *= units[i % 3] * units[i / 3 % 3];
  const auto a = coordinates(theta, kScale), b = coordinates(other, scale);
  // Logarithms of variances move together, which no step sees.
  const std::size_t first = theta.size() + theta.means.size();
  for (std::size_t i = 0; i < a->size(); ++i) {
    const std::size_t at = i < first ? 1 : (i - first) % 6;
    const bool is_log = i >= first && (at == 0 || at == 2 || at == 5);
    const double shift = is_log ? 2 * std::log(units[at == 0 ? 0 : at == 2 ? 1 : 2]) : 0;
    EXPECT_NEAR((*b)[i], (*a)[i] + shift, 1e-12 * (1 + std::abs((*a)[i])));
  }
}

TEST(Coordinates, NeedWeightsAboveZero) {
  Mixture theta = two_of(family_of(Covariance::full)).back();
  theta.weights = {0, 0.5, 0.5};
  EXPECT_FALSE(coordinates(theta, kScale));
}

}  // namespace
}  // namespace mixseed
