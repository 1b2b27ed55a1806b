#include "model/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/passes.h"
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
using Labels = std::vector<std::uint32_t>;
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

// The passes, as functions of rows, model and memory.
struct Pass {
  const char* name;
  bool hard;
  Moments (*run)(const Points& X, const Mixture& theta, Memory& memory);
};

const Pass kPasses[] = {
    {"expect", false,
     [](const Points& X, const Mixture& theta, Memory& memory) {
       return expect(X, Density(theta), Second::full, Rules::standard, memory);
     }},
    {"expect by the paper's rules", false,
     [](const Points& X, const Mixture& theta, Memory& memory) {
       return expect(X, Density(theta), Second::diagonal, Rules::paper, memory);
     }},
    {"classify", true,
     [](const Points& X, const Mixture& theta, Memory& memory) {
       return classify(X, Density(theta), Second::full, memory);
     }},
    {"assign_nearest", true,
     [](const Points& X, const Mixture& theta, Memory& memory) {
       return assign_nearest(X, {theta.dim, theta.means}, Second::diagonal, memory);
     }},
};

Labels labels_of(const Memory& memory, std::size_t n) {
  Labels labels(n);
  for (std::size_t i = 0; i < n; ++i) labels[memory.grouping.order()[i]] = memory.grouping.labels()[i];
  return labels;
}

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

void expect_memory_to_change_nothing(const Points& X, const Mixture& start) {
  for (const Pass& pass : kPasses) {
    Memory memory;
    std::size_t round = 0;
    for (const Mixture& theta : rounds_of(start)) {
      SCOPED_TRACE(std::string(pass.name) + ", round " + std::to_string(round++));
      Memory none;
      const Moments with = pass.run(X, theta, memory), without = pass.run(X, theta, none);
      expect_close(with, without);
      ASSERT_EQ(labels_of(memory, X.size()), labels_of(none, X.size()));
      for (std::size_t k = 0; pass.hard && k < theta.size(); ++k) EXPECT_EQ(with.mass(k), without.mass(k));
    }
  }
}

// Weights that are whole numbers, so that sums of them are exact.
Values some_weights(std::size_t n) {
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>((5 * i) % 4);
  return weights;
}

class MemoryOfPasses : public ::testing::TestWithParam<Covariance> {};

// With 16 rows for a component bounds are in use, with fewer they are not.
TEST_P(MemoryOfPasses, ChangesTheOrderOfTheSumsAndNothingElse) {
  for (const std::size_t dim : {1U, 2U, 6U}) {
    for (const std::size_t components : {1U, 3U, 12U, 70U}) {
      for (const double width : {2.0, 15.0}) {
        SCOPED_TRACE("dim " + std::to_string(dim) + ", components " + std::to_string(components));
        const Mixture theta = random_mixture(GetParam(), dim, components, width);
        for (const std::size_t n : {1111U, 1120U}) {
          const Data data = around_means(theta, n);
          expect_memory_to_change_nothing(Ready(data).X, theta);
          expect_memory_to_change_nothing(Ready(data.weighted(some_weights(n))).X, theta);
        }
      }
    }
  }
}

TEST_P(MemoryOfPasses, ChangesNothingWithCopiesOfComponentsAndComponentsWithoutWeight) {
  Mixture theta = random_mixture(GetParam(), 5, 9, 6);
  testing::copy_component(theta, 1, 6);
  testing::take_weight(theta, 4);
  const Data data = around_means(theta, 3000);
  expect_memory_to_change_nothing(Ready(data, 2).X, theta);
}

// Rows so far away that all densities underflow: the paper's rules spread them over all components.
TEST_P(MemoryOfPasses, ChangesNothingForRowsThatUnderflow) {
  const Mixture theta = random_mixture(GetParam(), 5, 9, 6);
  const Data data = around_means(theta, 2000);
  Values values(data.view.doubles(), data.view.doubles() + 2000 * 5);
  for (std::size_t i = 0; i < 2000; i += 37) values[5 * i + i % 5] += 300;
  expect_memory_to_change_nothing(Ready(Data::from(values, 2000, 5)).X, theta);
}

// Whole numbers in a grid lie between centres in many ways; a tie goes to the lowest index, whatever was remembered.
TEST(Memory, ChangesNoTie) {
  for (const std::size_t dim : {1U, 2U, 3U}) {
    Values points, centers;
    Rng rng(dim);
    for (std::size_t at = 0; at < 4000 * dim; ++at) points.push_back(static_cast<double>(rng.below(9)));
    for (std::size_t at = 0; at < 12 * dim; ++at) centers.push_back(2 * static_cast<double>(rng.below(5)));
    const Ready in(Data::from(points, 4000, dim));
    Memory memory;
    for (int round = 0; round < 6; ++round) {
      Memory none;
      const Centers now{dim, centers};
      const Moments with = assign_nearest(in.X, now, Second::none, memory);
      const Moments without = assign_nearest(in.X, now, Second::none, none);
      ASSERT_EQ(labels_of(memory, 4000), labels_of(none, 4000));
      EXPECT_EQ(with.objective, without.objective);  // sums of whole numbers
      std::rotate(centers.begin(), centers.begin() + static_cast<std::ptrdiff_t>(dim), centers.end());
    }
  }
}

TEST(Memory, KeepsRowsWithoutWeightFromTheObjective) {
  const Mixture theta = random_mixture(Covariance::full, 2, 3, 5);
  const Data data = around_means(theta, 500);
  Values values(data.view.doubles(), data.view.doubles() + 1000), weights(500, 1.0);
  for (std::size_t i = 100; i < 500; i += 100) {
    weights[i] = 0;
    values[2 * i] = 1e200;
  }
  const Ready far(Data::from(values, 500, 2).weighted(weights)), near(data.weighted(weights));
  for (const Pass& pass : kPasses) {
    Memory far_memory, near_memory;
    for (const Mixture& now : rounds_of(theta)) {
      SCOPED_TRACE(pass.name);
      expect_close(pass.run(far.X, now, far_memory), pass.run(near.X, now, near_memory));
    }
  }
}

// The numbers of every round of every pass.
std::vector<Values> all_rounds(const Points& X, const Mixture& start) {
  std::vector<Values> numbers;
  for (const Pass& pass : kPasses) {
    Memory memory;
    for (const Mixture& theta : rounds_of(start)) numbers.push_back(numbers_of(pass.run(X, theta, memory)));
  }
  return numbers;
}

TEST_P(MemoryOfPasses, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::size_t n = 20000;  // more than a window of the grouping
  const Mixture theta = random_mixture(GetParam(), 5, 20, 6);
  const Data data = around_means(theta, n);
  for (const Data& each : {data, data.weighted(some_weights(n))}) {
    const auto alone = all_rounds(Ready(each, 1).X, theta);
    for (const int threads : {2, 3, 5, 8}) EXPECT_EQ(all_rounds(Ready(each, threads).X, theta), alone);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, MemoryOfPasses, ::testing::ValuesIn(kCovariances),
                         [](const auto& type) { return std::string(name_of(type.param)); });

}  // namespace
}  // namespace mixseed
