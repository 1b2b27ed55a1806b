#include "model/kurtosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/blobs.h"

namespace mixseed {
namespace {

using Row = std::vector<double>;

// Three clusters side by side in the first column, 6 apart, in `columns` columns of which the others are 60 wide.
Data thin(std::size_t n, std::size_t columns) {
  Rng rng(4);
  Row values;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      values.push_back(j == 0 ? 6 * static_cast<double>(i % 3) + rng.normal() : 60 * rng.normal());
    }
  }
  return Data::from(std::move(values), n, columns);
}

TEST(WhiteRows, HaveVarianceOneAlongEveryAxis) {
  const testing::Ready ready(thin(500, 3));
  const Whitening white = whitening_of(ready.X.summary());
  ASSERT_EQ(white.size, 3U);
  const WhiteRows Z(ready.data.view, white);
  for (std::size_t a = 0; a < 3; ++a) {
    Row axis(3, 0.0);
    axis[a] = 1;
    double square = 0;
    for (const double y : Z.projections(axis)) square += y * y / 500;
    EXPECT_NEAR(square, 1, 1e-9);
  }
}

TEST(LeastKurtosis, FindsTheOneDirectionInWhichRowsFallApart) {
  for (const std::size_t columns : {2, 10, 30}) {
    const testing::Ready ready(thin(3000, columns));
    const Whitening white = whitening_of(ready.X.summary());
    Rng rng(1);
    const Direction found = least_kurtosis(WhiteRows(ready.data.view, white), {}, rng);
    EXPECT_LT(found.kurtosis, -1.3);
    Row direction(columns, 0.0);  // in the columns' own units
    for (std::size_t a = 0; a < white.size; ++a) {
      for (std::size_t j = 0; j < columns; ++j)
        direction[j] += found.w[a] * white.axes[a * columns + j] * (j == 0 ? 1 : 60);
    }
    double length = 0;
    for (const double number : direction) length += number * number;
    EXPECT_GT(std::abs(direction[0]), 0.95 * std::sqrt(length) * 5 / std::sqrt(26.0)) << columns;
  }
}

TEST(LeastKurtosis, IsOrthogonalToWhatWasFoundBefore) {
  const testing::Ready ready(thin(900, 4));
  const WhiteRows Z(ready.data.view, whitening_of(ready.X.summary()));
  Rng rng(1);
  const Direction first = least_kurtosis(Z, {}, rng), second = least_kurtosis(Z, {first}, rng);
  double product = 0;
  for (std::size_t a = 0; a < 4; ++a) product += first.w[a] * second.w[a];
  EXPECT_NEAR(product, 0, 1e-12);
  EXPECT_GT(second.kurtosis, first.kurtosis);
}

TEST(Projections, FindLongThinClusters) {
  const Data data = thin(1500, 2);
  const Fit found = fit(data.view, 3, Pipeline::parse("projections"));
  const std::vector<std::size_t> labels = assign(found.model, data.view);
  std::size_t counts[3][3] = {};  // [cluster][label]
  for (std::size_t i = 0; i < labels.size(); ++i) ++counts[i % 3][labels[i]];
  for (const auto& cluster : counts) EXPECT_GT(*std::max_element(cluster, cluster + 3), 490U);
}

}  // namespace
}  // namespace mixseed
