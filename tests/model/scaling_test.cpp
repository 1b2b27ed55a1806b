#include "model/scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

AffineMap mixing() {
  AffineMap units;
  units.axes = {2, 1, 0, 0.5};
  units.back = {0.5, -1, 0, 2};
  units.from = {1, -1};
  units.to = {3, 0};
  return units;
}

Values seen(const AffineMap& units, const Values& row) {
  Values out(row.size());
  units.apply(row.data(), row.size(), out.data());
  return out;
}

TEST(AffineMap, TheInverseLeadsBack) {
  const Values row{4, 7};
  for (const AffineMap& units : {mixing(), AffineMap(Values{2, 0.25}), AffineMap()}) {
    EXPECT_EQ(seen(inverse(units), seen(units, row)), row);
  }
}

TEST(AffineMap, AMatrixIsSeenColumnByColumnAsDifferencesOfRows) {
  const Values matrix{1, 2, 3, 4};
  for (const AffineMap& units : {AffineMap(), AffineMap(Values{2, 10}), mixing()}) {
    const Values out = in_units(matrix, 2, units), origin = seen(units, {0, 0});
    for (std::size_t column : {0, 1}) {
      const Values column_seen = seen(units, {matrix[column], matrix[2 + column]});
      for (std::size_t row : {0, 1}) EXPECT_DOUBLE_EQ(out[2 * row + column], column_seen[row] - origin[row]);
    }
  }
}

TEST(AffineMap, MatricesStaySymmetricToTheLastBit) {
  const Mixture theta{Covariance::tied, 3, {1.0}, {0, 0, 0}, {1, 0.1, 0.3, 0.1, 1, 0.7, 0.3, 0.7, 1}};
  for (int i = 1; i < 50; ++i) {
    const Mixture seen = in_units(theta, AffineMap(Values{1.0 / i, 1 + 0.1 * i, 3.3 * i}));
    for (const auto& [a, b] : {std::pair{1, 3}, {2, 6}, {5, 7}}) {
      EXPECT_EQ(seen.covariances[static_cast<std::size_t>(a)], seen.covariances[static_cast<std::size_t>(b)]) << i;
    }
  }
}

TEST(AffineMap, OneAfterTheOther) {
  const Values row{4, 7};
  const AffineMap some[] = {mixing(), AffineMap(Values{2, 0.25}), AffineMap(), inverse(mixing())};
  for (const AffineMap& first : some) {
    for (const AffineMap& second : some) {
      const AffineMap both = composed(first, second);
      EXPECT_EQ(seen(both, row), seen(second, seen(first, row)));
      EXPECT_EQ(seen(inverse(both), seen(both, row)), row);
    }
  }
}

TEST(AffineMap, AModelSaysOfSeenRowsWhatItSaidOfTheRows) {
  const Mixture full{Covariance::full, 2, {0.25, 0.75}, {0, 1, 2, 3}, {1, 0.5, 0.5, 2, 3, 0, 0, 1}};
  const Mixture tied{Covariance::tied, 2, {0.25, 0.75}, {0, 1, 2, 3}, {1, 0.5, 0.5, 2}};
  const Mixture diagonal{Covariance::diagonal, 2, {0.25, 0.75}, {0, 1, 2, 3}, {1, 2, 3, 1}};
  const Mixture spherical{Covariance::spherical, 2, {0.25, 0.75}, {0, 1, 2, 3}, {1, 2}};
  const Values row{0.5, 1.75};
  for (Mixture theta : {full, tied, diagonal, spherical}) {
    for (const bool noisy : {false, true}) {
      if (noisy) {
        for (double& weight : theta.weights) weight *= 0.5;
        theta.noise = Noise{0.5, std::log(12.0), {-1, -1}, {3, 4}};
      }
      for (const AffineMap& units : {mixing(), AffineMap(Values{2, 0.25}), AffineMap(Values{3, 3})}) {
        const double stretch = units.mixes() ? std::log(1.0) : std::log(units.factors[0] * units.factors[1]);
        const Values other = seen(units, row);
        const Mixture there = in_units(theta, units);
        EXPECT_NO_THROW(check(there));
        const double before = score_rows(theta, DataView(row, 2))[0], after = score_rows(there, DataView(other, 2))[0];
        EXPECT_NEAR(after + stretch, before, 1e-12);
      }
    }
  }
}

TEST(Whitening, LeavesTheIdentityAsCovariance) {
  const DataSummary summary = summary_of({5, -2}, {4, 3, 3, 9});
  const Mixture one{Covariance::full, 2, {1}, summary.mean, summary.covariance};
  const Mixture white = in_units(one, whitening(summary));
  EXPECT_EQ(white.means, (Values{1, 1}));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(white.covariances[i], i % 3 == 0 ? 1 : 0, 1e-14);
  const Mixture again = in_units(white, inverse(whitening(summary)));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(again.covariances[i], summary.covariance[i], 1e-13);
}

TEST(Whitening, ADirectionWithoutWidthStaysNarrow) {
  const DataSummary summary = summary_of({0, 0}, {1, 1, 1, 1});
  const Mixture one{Covariance::full, 2, {1}, summary.mean, summary.covariance};
  const Mixture white = in_units(one, whitening(summary));
  EXPECT_NEAR(white.covariances[0] + white.covariances[3], 1, 1e-6);
  for (const double number : inverse(whitening(summary)).axes) EXPECT_TRUE(std::isfinite(number));
}

}  // namespace
}  // namespace mixseed
