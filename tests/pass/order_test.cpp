// The order in which rows are added up changes last digits, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/blobs.h"
#include "support/mixtures.h"
#include "support/numbers_of.h"

namespace mixseed {
namespace {

using Second = Moments::Second;
using testing::around_means;
using testing::kCovariances;
using testing::numbers_of;
using testing::random_mixture;
using testing::Ready;
using Values = std::vector<double>;

// A pass with another model every round: small steps, and then one after which every label is wrong.
std::vector<Mixture> rounds_of(Mixture theta) {
  Rng rng(17);
  std::vector<Mixture> rounds;
  for (int round = 0; round < 3; ++round) {
    rounds.push_back(theta);
    for (double& mean : theta.means) mean += 0.1 * rng.normal();
  }
  const auto dim = static_cast<std::ptrdiff_t>(theta.dim);
  std::rotate(theta.means.begin(), theta.means.begin() + dim, theta.means.end());
  rounds.insert(rounds.end(), 2, theta);
  return rounds;
}

// The passes, as functions of rows, model and order.
struct Pass {
  const char* name;
  bool hard;
  EStepResult (*run)(const Dataset& X, const Mixture& theta, Sorting& sorting);
};

const Pass kPasses[] = {
    {"expect", false,
     [](const Dataset& X, const Mixture& theta, Sorting& sorting) {
       return expect(X, theta, Second::full, Rules::standard, sorting);
     }},
    {"expect by the paper's rules", false,
     [](const Dataset& X, const Mixture& theta, Sorting& sorting) {
       return expect(X, theta, Second::diagonal, Rules::paper, sorting);
     }},
    {"classify", true,
     [](const Dataset& X, const Mixture& theta, Sorting& sorting) {
       return classify(X, theta, Second::full, sorting);
     }},
    {"assign_nearest", true,
     [](const Dataset& X, const Mixture& theta, Sorting& sorting) {
       return assign_nearest(X, {theta.dim, theta.means}, Second::diagonal, sorting);
     }},
};

// What was added up in another order: differences relative to the largest number of the component.
void expect_close(const Moments& left, const Moments& right) {
  EXPECT_NEAR(left.objective, right.objective, 1e-12 * std::abs(right.objective));
  const std::size_t length = kernel::moments_length(left.second(), left.dim());
  for (std::size_t k = 0; k < left.size(); ++k) {
    double size = 0;
    for (std::size_t at = 0; at < length; ++at) size = std::max(size, std::abs(right.of(k)[at]));
    EXPECT_NEAR(left.mass(k), right.mass(k), 1e-12 * right.mass(k) + 1e-12);
    for (std::size_t at = 0; at < length; ++at) ASSERT_NEAR(left.of(k)[at], right.of(k)[at], 1e-12 * (1 + size));
  }
}

void expect_order_to_change_nothing(const Dataset& X, const Mixture& start) {
  for (const Pass& pass : kPasses) {
    Sorting sorting;
    std::size_t round = 0;
    for (const Mixture& theta : rounds_of(start)) {
      SCOPED_TRACE(std::string(pass.name) + ", round " + std::to_string(round++));
      Sorting none;
      const EStepResult with = pass.run(X, theta, sorting), without = pass.run(X, theta, none);
      expect_close(with.moments, without.moments);
      ASSERT_EQ(with.partition_hashes, without.partition_hashes);
      EXPECT_NEAR(with.certainty, without.certainty, 1e-12 * (1 + std::abs(without.certainty)));
      for (std::size_t k = 0; pass.hard && k < theta.size(); ++k) {
        EXPECT_EQ(with.moments.mass(k), without.moments.mass(k));
      }
    }
  }
}

// Weights that are whole numbers, so that sums of them are exact.
Values some_weights(std::size_t n) {
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>((5 * i) % 4);
  return weights;
}

class OrderOfRows : public ::testing::TestWithParam<Covariance> {};

// With 16 rows for a component bounds are in use, with fewer they are not.
TEST_P(OrderOfRows, ChangesTheOrderOfTheSumsAndNothingElse) {
  for (const std::size_t dim : {1U, 2U, 6U}) {
    for (const std::size_t components : {1U, 3U, 12U, 70U}) {
      for (const double width : {2.0, 15.0}) {
        SCOPED_TRACE("dim " + std::to_string(dim) + ", components " + std::to_string(components));
        const Mixture theta = random_mixture(GetParam(), dim, components, width);
        for (const std::size_t n : {1111U, 1120U}) {
          const Data data = around_means(theta, n);
          expect_order_to_change_nothing(Ready(data).X, theta);
          expect_order_to_change_nothing(Ready(data.weighted(some_weights(n))).X, theta);
        }
      }
    }
  }
}

TEST_P(OrderOfRows, ChangesNothingWithCopiesOfComponentsAndComponentsWithoutWeight) {
  Mixture theta = random_mixture(GetParam(), 5, 9, 6);
  testing::copy_component(theta, 1, 6);
  testing::take_weight(theta, 4);
  const Data data = around_means(theta, 3000);
  expect_order_to_change_nothing(Ready(data, 2).X, theta);
}

// Rows so far away that all densities underflow: the paper's rules spread them over all components.
TEST_P(OrderOfRows, ChangesNothingForRowsThatUnderflow) {
  const Mixture theta = random_mixture(GetParam(), 5, 9, 6);
  const Data data = around_means(theta, 2000);
  Values values(data.view.doubles(), data.view.doubles() + 2000 * 5);
  for (std::size_t i = 0; i < 2000; i += 37) values[5 * i + i % 5] += 300;
  expect_order_to_change_nothing(Ready(Data::from(values, 2000, 5)).X, theta);
}

// Whole numbers in a grid lie between centres in many ways; a tie goes to the lowest index, in whatever order.
TEST(Order, ChangesNoTie) {
  for (const std::size_t dim : {1U, 2U, 3U}) {
    Values points, centers;
    Rng rng(dim);
    for (std::size_t at = 0; at < 4000 * dim; ++at) points.push_back(static_cast<double>(rng.below(9)));
    for (std::size_t at = 0; at < 12 * dim; ++at) centers.push_back(2 * static_cast<double>(rng.below(5)));
    const Ready in(Data::from(points, 4000, dim));
    Sorting sorting;
    for (int round = 0; round < 6; ++round) {
      Sorting none;
      const Centers now{dim, centers};
      const EStepResult with = assign_nearest(in.X, now, Second::none, sorting);
      const EStepResult without = assign_nearest(in.X, now, Second::none, none);
      ASSERT_EQ(with.partition_hashes, without.partition_hashes);
      EXPECT_EQ(with.moments.objective, without.moments.objective);  // sums of whole numbers
      std::rotate(centers.begin(), centers.begin() + static_cast<std::ptrdiff_t>(dim), centers.end());
    }
  }
}

// Alternates wide components, which all have a responsibility for every row, with narrow ones far apart.
TEST(Order, IsKeptOnlyWhileMostComponentsHaveNoResponsibilityForARow) {
  const Mixture apart = random_mixture(Covariance::full, 3, 6, 60);
  Mixture wide = apart;
  for (double& number : wide.covariances) number *= 1e4;
  const Ready in(around_means(apart, 3000));
  for (const Pass& pass : kPasses) {
    if (pass.hard) continue;  // one component for every row, wherever they are
    SCOPED_TRACE(pass.name);
    Sorting sorting;
    for (const bool far : {false, true, true, false, true}) {
      const EStepResult e_step = pass.run(in.X, far ? apart : wide, sorting);
      EXPECT_EQ(sorting.model() != nullptr, 2 * e_step.shared <= 3000 * 6);
      EXPECT_EQ(sorting.model() != nullptr, far);
    }
  }
}

TEST(Order, KeepsRowsWithoutWeightFromTheObjective) {
  const Mixture theta = random_mixture(Covariance::full, 2, 3, 5);
  const Data data = around_means(theta, 500);
  Values values(data.view.doubles(), data.view.doubles() + 1000), weights(500, 1.0);
  for (std::size_t i = 100; i < 500; i += 100) {
    weights[i] = 0;
    values[2 * i] = 1e200;
  }
  const Ready far(Data::from(values, 500, 2).weighted(weights)), near(data.weighted(weights));
  for (const Pass& pass : kPasses) {
    Sorting far_order, near_order;
    for (const Mixture& now : rounds_of(theta)) {
      SCOPED_TRACE(pass.name);
      expect_close(pass.run(far.X, now, far_order).moments, pass.run(near.X, now, near_order).moments);
    }
  }
}

// The numbers of every round of every pass.
std::vector<Values> all_rounds(const Dataset& X, const Mixture& start) {
  std::vector<Values> numbers;
  for (const Pass& pass : kPasses) {
    Sorting sorting;
    for (const Mixture& theta : rounds_of(start)) numbers.push_back(numbers_of(pass.run(X, theta, sorting).moments));
  }
  return numbers;
}

TEST_P(OrderOfRows, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::size_t n = 20000;  // more than a window of the grouping
  const Mixture theta = random_mixture(GetParam(), 5, 20, 6);
  const Data data = around_means(theta, n);
  for (const Data& each : {data, data.weighted(some_weights(n))}) {
    const auto alone = all_rounds(Ready(each, 1).X, theta);
    for (const int threads : {2, 3, 5, 8}) EXPECT_EQ(all_rounds(Ready(each, threads).X, theta), alone);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, OrderOfRows, ::testing::ValuesIn(kCovariances),
                         [](const auto& type) { return std::string(name_of(type.param)); });

}  // namespace
}  // namespace mixseed
