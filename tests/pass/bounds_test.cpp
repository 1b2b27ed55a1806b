#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/separated.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

struct Candidate {
  Numbers numbers;
  Values terms;
};

// Without labels: without bounds.
Candidate find(const kernel::Kernels& kernels, const Prepared& in, const Values& x, const Numbers& labels = {}) {
  const std::size_t count = in.theta.size();
  Candidate found{Numbers(count), Values(count * kTile)};
  const std::size_t size = kernels.close_terms(in.components, labels.empty() ? nullptr : &in.bounds, x.data(),
                                               labels.data(), found.numbers.data(), found.terms.data());
  found.numbers.resize(size);
  found.terms.resize(size * kTile);
  return found;
}

// How many components the guesses at the labels rule out, after a look at whether they may.
std::size_t ruled_out(const Prepared& in, const Values& x, const Numbers& labels) {
  const Candidate all = find(*tested, in, x), some = find(*tested, in, x, labels);
  EXPECT_TRUE(std::is_sorted(some.numbers.begin(), some.numbers.end()));
  Values largest(kTile, -kInfinity);
  for (std::size_t at = 0; at < all.terms.size(); ++at) {
    largest[at % kTile] = std::max(largest[at % kTile], all.terms[at]);
  }
  std::size_t place = 0;
  for (std::uint32_t k = 0; k < in.theta.size(); ++k) {
    const bool kept = place < some.numbers.size() && some.numbers[place] == k;
    for (std::size_t i = 0; i < kTile; ++i) {
      const double term = all.terms[k * kTile + i];
      if (kept) {
        EXPECT_EQ(some.terms[place * kTile + i], term) << "component " << k << ", row " << i;
      } else if (term > -kInfinity) {
        EXPECT_LT(term, largest[i] + in.cuts[k]) << "component " << k << ", row " << i;
      }
    }
    place += kept;
  }
  EXPECT_EQ(place, some.numbers.size());  // no component twice, or out of range
  return in.theta.size() - some.numbers.size();
}

// The components with the largest terms.
Numbers best_labels(const Prepared& in, const Values& x) {
  const Candidate all = find(*tested, in, x);
  Numbers labels(kTile);
  Values best(kTile);
  tested->argmax(all.numbers.data(), all.numbers.size(), all.terms.data(), labels.data(), best.data());
  return labels;
}

class Bounds : public EveryKernel {
 protected:
  // Rows of one component, of all components, and rows of a partial tile; right and wrong guesses.
  void check(const Mixture& theta) {
    Rng rng(7);
    const Data mixed = around_means(theta, 3 * kTile + 5, 2);
    const Data alike = around_means(Mixture{theta.covariance, theta.dim, {1}, theta.means, {}}, 2 * kTile, 1);
    for (const bool soft : {false, true}) {
      const Prepared in(theta, soft);
      for (const Data& data : {mixed, alike}) {
        for (std::size_t first = 0; first < data.view.rows(); first += kTile) {
          const Values x = in.tile(data, first);
          Numbers random(kTile), two(kTile);
          for (auto& label : random) label = static_cast<std::uint32_t>(rng.below(theta.size()));
          for (std::size_t i = 0; i < kTile; ++i) two[i] = random[i % 2];
          ruled_out(in, x, best_labels(in, x));
          ruled_out(in, x, random);
          ruled_out(in, x, two);
          ruled_out(in, x, Numbers(kTile, random[0]));
        }
      }
    }
  }
};

// The plain kernels look at all components, whatever the bounds say.
class BoundsInVectors : public Bounds {};

TEST_P(Bounds, RuleOutOnlyComponentsThatDoNotMatterAndChangeNoTerm) {
  for_all_mixtures([&](const Mixture& theta) { check(theta); });
}

// Rows of one component, of which every other one is far away.
TEST_P(BoundsInVectors, RuleOutAllOthersWhereComponentsAreFarApart) {
  for (const Covariance type : kCovariances) {
    for (const std::size_t dim : {2U, 6U}) {
      Mixture theta = random_mixture(type, dim, 21, 1);
      for (std::size_t k = 0; k < 21; ++k) theta.means[k * dim] += 200 * static_cast<double>(k);
      const Prepared in(theta, true);
      for (std::uint32_t k = 0; k < 21; ++k) {
        const auto mean = theta.mean(k);
        Values rows;
        for (std::size_t i = 0; i < kTile; ++i) rows.insert(rows.end(), mean.begin(), mean.end());
        for (std::size_t i = 0; i < kTile; ++i) rows[i * dim + i % dim] += i % 2 == 0 ? 1 : -1;
        const Values x = in.tile(Data::from(rows, kTile, dim), 0);
        EXPECT_EQ(find(*tested, in, x, Numbers(kTile, k)).numbers, Numbers{k});
      }
    }
  }
}

TEST_P(BoundsInVectors, RuleOutMoreByPlanesThanByDistancesAlone) {
  for (const Covariance type : {Covariance::full, Covariance::tied}) {
    Prepared in(random_mixture(type, 6, 40, 4));
    const Data data = around_means(Mixture{type, 6, {1}, in.theta.means, {}}, 10 * kTile, 1);
    std::size_t by_both = 0, by_distances = 0;
    const kernel::Bounds bounds = in.bounds;
    for (std::size_t first = 0; first < 10 * kTile; first += kTile) {
      const Values x = in.tile(data, first);
      in.bounds = bounds;
      by_both += ruled_out(in, x, Numbers(kTile, 0));
      in.bounds.planes = in.bounds.heights = nullptr;
      by_distances += ruled_out(in, x, Numbers(kTile, 0));
    }
    EXPECT_GT(by_both, by_distances);
    EXPECT_GT(by_distances, 0U);
  }
}

TEST_P(Bounds, HoldWithCopiesOfComponentsAndComponentsWithoutWeight) {
  for (const Covariance type : kCovariances) {
    for (const std::size_t dim : {2U, 6U}) {
      SCOPED_TRACE(std::string(name_of(type)) + ", dim " + std::to_string(dim));
      Mixture theta = random_mixture(type, dim, 13, 5, 3);
      copy_component(theta, 2, 9);
      copy_component(theta, 0, 12);
      take_weight(theta, 4);
      take_weight(theta, 11);
      check(theta);
    }
  }
}

// A row halfway between two equal components is a tie up to rounding. The bounds must keep the component with the
// larger term, and both if the terms are equal, for every guess.
TEST_P(Bounds, KeepTheBestOfATie) {
  for (const Covariance type : kCovariances) {
    for (const std::size_t dim : {1U, 3U, 5U, 8U, 13U}) {
      SCOPED_TRACE(std::string(name_of(type)) + ", dim " + std::to_string(dim));
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Mixture theta = random_mixture(type, dim, 4, 2, seed);
        copy_component(theta, 0, 3);
        for (std::size_t j = 0; j < dim; ++j) {
          theta.means[3 * dim + j] = -theta.means[j];
          theta.means[1 * dim + j] += 1000;
          theta.means[2 * dim + j] -= 800;
        }
        const Prepared in(theta);
        const Values x = in.tile(Data::from(Values(kTile * dim, 0.0), kTile, dim), 0);
        for (const std::uint32_t guess : {0U, 3U}) ruled_out(in, x, Numbers(kTile, guess));
      }
    }
  }
}

TEST_P(Bounds, FindAllComponentsForARowThatIsInfinitelyFarAway) {
  for (const Covariance type : kCovariances) {
    for (const std::size_t dim : {2U, 6U}) {
      const Prepared in(random_mixture(type, dim, 11, 20));
      for (std::size_t far = 0; far < kTile; ++far) {
        Values rows(in.theta.means.begin(), in.theta.means.begin() + static_cast<std::ptrdiff_t>(kTile * dim));
        for (std::size_t j = 0; j < dim; ++j) rows[far * dim + j] = 1e200;
        const Values x = in.tile(Data::from(rows, kTile, dim), 0);
        for (const Numbers& labels : {Numbers(kTile, 1), Numbers{0, 1, 2, 3, 4, 5, 6, 7}}) {
          EXPECT_EQ(ruled_out(in, x, labels), 0U);
          for (std::size_t k = 0; k < 11; ++k) {
            EXPECT_EQ(find(*tested, in, x, labels).terms[k * kTile + far], -kInfinity);
          }
        }
      }
    }
  }
}

TEST_P(BoundsInVectors, RuleOutTheSameComponentsInVectorsOfAnyWidth) {
  for_all_mixtures([](const Mixture& theta) {
    const Prepared in(theta, true);
    const Data data = around_means(theta, kTile, 2);
    const Values x = in.tile(data, 0);
    for (const Numbers& labels : {best_labels(in, x), Numbers(kTile, 0)}) {
      const Candidate mine = find(*tested, in, x, labels);
      const Candidate first = find(kernel::available().front().kernels, in, x, labels);
      ASSERT_EQ(mine.numbers, first.numbers);
      ASSERT_EQ(mine.terms, first.terms);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Available, Bounds, every_kernel(), name_of_kernel);
INSTANTIATE_TEST_SUITE_P(Available, BoundsInVectors, every_kernel_in_vectors(), name_of_kernel);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BoundsInVectors);  // on a machine that has the plain kernels only

}  // namespace
}  // namespace mixseed::testing
