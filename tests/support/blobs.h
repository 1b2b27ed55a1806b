// Small data sets for the tests.
#pragma once

#include <cstddef>
#include <vector>

#include "base/pool.h"
#include "base/rng.h"
#include "mixseed/mixseed.h"
#include "pass/verbs.h"
#include "team/local.h"

namespace mixseed::testing {

// n rows from `clusters` Gaussian blobs of unequal spread, `spacing` apart along the first axis and the diagonal.
inline Data blobs(std::size_t n, std::size_t dim, std::size_t clusters, double spacing = 6, std::uint64_t seed = 1) {
  Rng rng(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    const auto c = static_cast<double>(i % clusters);
    for (std::size_t j = 0; j < dim; ++j) {
      const double center = j == 0 ? c * spacing : (j % 2 == 1 ? c * spacing / 2 : 0.0);
      values.push_back(center + (1 + 0.3 * static_cast<double>(j)) * rng.normal());
    }
  }
  return Data::from(std::move(values), n, dim);
}

// Every row repeated as often as its weight.
inline Data repeated(const Data& data, const std::vector<double>& weights) {
  std::vector<double> values;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    for (int times = 0; times < static_cast<int>(weights[i]); ++times, ++rows) {
      for (std::size_t j = 0; j < data.view.columns(); ++j) values.push_back(data.view.at(i, j));
    }
  }
  return Data::from(std::move(values), rows, data.view.columns());
}

// Rows with everything that questions need, for tests of single questions.
struct Ready {
  explicit Ready(Data given, int threads = 1)
      : data(std::move(given)), pool(threads), team(data.view, pool), X(team), rows(data.view), part(rows, pool) {}
  std::vector<double> row(std::size_t i) const { return rows.row(i); }

  Data data;
  mutable Pool pool;
  mutable LocalTeam team;
  Dataset X;
  ViewRows rows;
  mutable Part part;  // answers without a team
};

// One E-step in the order of the rows.
inline Moments expected(const Dataset& X, const Mixture& theta, Moments::Second second, Rules rules) {
  Sorting once;
  return expect(X, theta, second, rules, once).moments;
}
inline Moments classified(const Dataset& X, const Mixture& theta, Moments::Second second) {
  Sorting once;
  return classify(X, theta, second, once).moments;
}
inline Moments nearest(const Dataset& X, const Centers& centers, Moments::Second second) {
  return assign_nearest(X, centers, second).moments;
}

}  // namespace mixseed::testing
