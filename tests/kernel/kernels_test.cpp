#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "kernel/dispatch.h"
#include "kernel/kernel.h"

namespace mixseed::kernel {
namespace {

using Values = std::vector<double>;
using Exact = long double;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUntouched = -77;

Values normals(std::size_t count, Rng& rng, double offset = 0) {
  Values values(count);
  for (double& value : values) value = offset + rng.normal();
  return values;
}

// A block whose lanes beyond the rows hold finite numbers that must not matter.
struct Lanes {
  Lanes(std::size_t row_count, std::size_t columns) : rows(row_count), dim(columns), x(dim * kBlock) {
    Rng rng(rows * 100 + dim);
    for (std::size_t at = 0; at < x.size(); ++at) {
      x[at] = at % kBlock < rows ? 3 + rng.normal() : 1e6;
    }
  }
  double at(std::size_t i, std::size_t j) const { return x[j * kBlock + i]; }
  std::size_t rows, dim;
  Values x;
};

template <typename Check>
void for_all_shapes(const Check& check) {
  for (const std::size_t dim : {1U, 2U, 3U, 7U, 10U, 33U}) {
    for (const std::size_t rows : {1U, 5U, 127U, 128U}) {
      SCOPED_TRACE("dim " + std::to_string(dim) + ", rows " + std::to_string(rows));
      check(Lanes(rows, dim));
    }
  }
}

// Relative to `size`, the sum of the absolute values of what was added.
void expect_close(double got, Exact expected, Exact size) {
  ASSERT_NEAR(got, static_cast<double>(expected), 1e-14 * static_cast<double>(size) + 1e-300);
}

const Kernels* tested = nullptr;

// Every set of kernels that this machine can run has to be what the formulas say.
class EveryKernel : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override { tested = &available()[GetParam()].kernels; }
};

TEST_P(EveryKernel, SquaredDistancesAreThoseOfTheFormula) {
  for_all_shapes([](const Lanes& block) {
    Rng rng(1);
    const Values center = normals(block.dim, rng);
    Values out(kBlock, kUntouched);
    tested->squared_distances(block.x.data(), block.rows, block.dim, center.data(), out.data());
    for (std::size_t i = 0; i < block.rows; ++i) {
      Exact sum = 0;
      for (std::size_t j = 0; j < block.dim; ++j) sum += std::pow(Exact{block.at(i, j)} - center[j], 2);
      expect_close(out[i], sum, sum);
    }
  });
}

TEST_P(EveryKernel, NearestIsTheLowestOfTheClosestCentres) {
  for_all_shapes([](const Lanes& block) {
    Rng rng(11);
    Values centers = normals(4 * block.dim, rng, 3);
    centers.insert(centers.end(), centers.begin(), centers.begin() + static_cast<std::ptrdiff_t>(2 * block.dim));
    std::vector<std::uint32_t> labels(kBlock);
    Values distance(kBlock), each(kBlock);
    const Values scales{1, 2, 0.5, 1, 1, 2};
    for (const double* scale : {static_cast<const double*>(nullptr), scales.data()}) {
      tested->nearest(block.x.data(), block.rows, block.dim, centers.data(), scale, 6, labels.data(), distance.data());
      Values best(kBlock, kInfinity);
      std::vector<std::uint32_t> expected(kBlock);
      for (std::uint32_t k = 0; k < 6; ++k) {
        tested->squared_distances(block.x.data(), block.rows, block.dim, centers.data() + k * block.dim, each.data());
        for (std::size_t i = 0; i < block.rows; ++i) {
          const double value = scale ? each[i] * scale[k] : each[i];
          if (value < best[i]) expected[i] = k;
          best[i] = std::min(best[i], value);
        }
      }
      for (std::size_t i = 0; i < block.rows; ++i) {
        ASSERT_EQ(labels[i], expected[i]);
        ASSERT_EQ(distance[i], best[i]);
      }
    }
  });
}

TEST_P(EveryKernel, DiagonalNormsAreThoseOfTheFormula) {
  for_all_shapes([](const Lanes& block) {
    Rng rng(2);
    const Values mean = normals(block.dim, rng), scale = normals(block.dim, rng, 4);
    Values out(kBlock, kUntouched);
    tested->squared_norms_diagonal(block.x.data(), block.rows, block.dim, mean.data(), scale.data(), out.data());
    for (std::size_t i = 0; i < block.rows; ++i) {
      Exact sum = 0;
      for (std::size_t j = 0; j < block.dim; ++j) sum += std::pow((Exact{block.at(i, j)} - mean[j]) * scale[j], 2);
      expect_close(out[i], sum, sum);
    }
  });
}

TEST_P(EveryKernel, TriangularNormsAreThoseOfTheFormula) {
  for_all_shapes([](const Lanes& block) {
    Rng rng(3);
    const Values mean = normals(block.dim, rng), factor = normals(block.dim * (block.dim + 1) / 2, rng);
    Values out(kBlock, kUntouched), scratch(block.dim * kBlock);
    tested->squared_norms_triangular(block.x.data(), block.rows, block.dim, mean.data(), factor.data(), out.data(),
                                     scratch.data());
    for (std::size_t i = 0; i < block.rows; ++i) {
      Exact sum = 0, size = 0;
      for (std::size_t j = 0, at = 0; j < block.dim; ++j) {
        Exact z = 0, terms = 0;
        for (std::size_t l = 0; l <= j; ++l, ++at) {
          const Exact term = factor[at] * (Exact{block.at(i, l)} - mean[l]);
          z += term;
          terms += std::abs(term);
        }
        sum += z * z;
        size += terms * terms;
      }
      expect_close(out[i], sum, size);
    }
  });
}

Values terms_for(std::size_t components, std::size_t rows, Rng& rng) {
  Values terms(components * kBlock, kUntouched);
  for (std::size_t k = 0; k < components; ++k) {
    for (std::size_t i = 0; i < rows; ++i) terms[k * kBlock + i] = 30 * rng.normal() - 500;
  }
  return terms;
}

TEST_P(EveryKernel, NormaliseIsTheQuotientByTheSum) {
  Rng rng(4);
  for (const std::size_t components : {1U, 2U, 5U, 20U}) {
    for (const std::size_t rows : {1U, 5U, 127U, 128U}) {
      Values terms = terms_for(components, rows, rng), out(kBlock, kUntouched);
      const Values before = terms;
      tested->normalise(terms.data(), components, rows, out.data());
      for (std::size_t i = 0; i < rows; ++i) {
        Exact sum = 0;
        for (std::size_t k = 0; k < components; ++k) sum += std::exp(Exact{before[k * kBlock + i]});
        ASSERT_NEAR(out[i], static_cast<double>(std::log(sum)), 1e-12);
        for (std::size_t k = 0; k < components; ++k) {
          const Exact r = std::exp(Exact{before[k * kBlock + i]}) / sum;
          ASSERT_NEAR(terms[k * kBlock + i], static_cast<double>(r), 1e-15 + 1e-13 * static_cast<double>(r));
        }
      }
    }
  }
}

// One row: the terms in, the responsibilities and the logarithm of the sum out.
Values normalised(const Values& row) {
  Values terms(row.size() * kBlock), result;
  for (std::size_t k = 0; k < row.size(); ++k) terms[k * kBlock] = row[k];
  double out[kBlock];
  tested->normalise(terms.data(), row.size(), 1, out);
  for (std::size_t k = 0; k < row.size(); ++k) result.push_back(terms[k * kBlock]);
  result.push_back(out[0]);
  return result;
}

TEST_P(EveryKernel, NormaliseLeavesOutTermsThatAreMinusInfinity) {
  EXPECT_EQ(normalised({-kInfinity, -3, -kInfinity}), (Values{0, 1, 0, -3}));
  const Values two = normalised({-5, -kInfinity, -5});
  EXPECT_EQ(two[0], 0.5);
  EXPECT_EQ(two[1], 0);
  EXPECT_EQ(two[2], 0.5);
  EXPECT_DOUBLE_EQ(two[3], -5 + std::log(2));
}

TEST_P(EveryKernel, NormaliseGivesARowWithoutAnyDensityEqualParts) {
  EXPECT_EQ(normalised({-kInfinity, -kInfinity, -kInfinity, -kInfinity}), (Values{0.25, 0.25, 0.25, 0.25, -kInfinity}));
  EXPECT_EQ(normalised({-kInfinity}), (Values{1, -kInfinity}));
}

TEST_P(EveryKernel, NormaliseStandsHugeAndTinyTerms) {
  EXPECT_EQ(normalised({-1e300, -1e300}), (Values{0.5, 0.5, -1e300}));
  EXPECT_EQ(normalised({1e300, -1e300}), (Values{1, 0, 1e300}));
  EXPECT_EQ(normalised({800, 0}), (Values{1, std::exp(-800.0), 800}));
  const Values far = normalised({-10000, -10001});
  EXPECT_NEAR(far[0], 1 / (1 + std::exp(-1)), 1e-15);
  EXPECT_NEAR(far[2], -10000 + std::log1p(std::exp(-1)), 2e-12);
}

TEST_P(EveryKernel, ArgmaxFindsTheLargestAndTheLowestOfEqualOnes) {
  Rng rng(5);
  for (const std::size_t rows : {1U, 5U, 127U, 128U}) {
    const std::size_t components = 6;
    Values terms(components * kBlock), best(kBlock, kUntouched);
    for (double& term : terms) term = -static_cast<double>(rng.below(4));
    std::vector<std::uint32_t> labels(kBlock, 99);
    tested->argmax(terms.data(), components, rows, labels.data(), best.data());
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint32_t expected = 0;
      for (std::uint32_t k = 1; k < components; ++k) {
        if (terms[k * kBlock + i] > terms[expected * kBlock + i]) expected = k;
      }
      ASSERT_EQ(labels[i], expected);
      ASSERT_EQ(best[i], terms[expected * kBlock + i]);
    }
  }
}

TEST_P(EveryKernel, ArgmaxOfNothingButMinusInfinityIsTheFirst) {
  Values terms(3 * kBlock, -kInfinity), best(kBlock);
  std::vector<std::uint32_t> labels(kBlock, 99);
  tested->argmax(terms.data(), 3, 2, labels.data(), best.data());
  EXPECT_EQ(labels[1], 0U);
  EXPECT_EQ(best[1], -kInfinity);
}

// Moments of the rows that `of` gives weight to, and the sizes that rounding is measured by.
std::vector<std::pair<Exact, Exact>> naive_moments(const Lanes& block, const double* pivot, Second second,
                                                   const Values& of) {
  std::vector<std::pair<Exact, Exact>> sums(moments_length(second, block.dim));
  for (std::size_t i = 0; i < block.rows; ++i) {
    std::size_t at = 0;
    const auto add = [&](std::size_t slot, Exact value) {
      sums[slot].first += of[i] * value;
      sums[slot].second += std::abs(of[i] * value);
    };
    const auto y = [&](std::size_t j) { return Exact{block.at(i, j)} - pivot[j]; };
    add(at++, 1);
    for (std::size_t j = 0; j < block.dim; ++j) add(at++, y(j));
    for (std::size_t j = 0; j < block.dim; ++j) {
      if (second == Second::spherical) add(at, y(j) * y(j));
      if (second == Second::diagonal) add(at++, y(j) * y(j));
      for (std::size_t l = j; second == Second::full && l < block.dim; ++l) add(at++, y(j) * y(l));
    }
  }
  return sums;
}

constexpr Second kSeconds[] = {Second::none, Second::spherical, Second::diagonal, Second::full};

TEST_P(EveryKernel, MomentsAreAddedToWhatIsThere) {
  for_all_shapes([](const Lanes& block) {
    for (const Second second : kSeconds) {
      Rng rng(6);
      const Values pivot = normals(block.dim, rng);
      Values r(kBlock), moments(moments_length(second, block.dim), 2.0), scratch((2 * block.dim + 1) * kBlock, 1e9);
      for (std::size_t i = 0; i < block.rows; ++i) r[i] = rng.below(3) == 0 ? 0.0 : rng.uniform();
      tested->add_moments(block.x.data(), block.rows, block.dim, r.data(), pivot.data(), second, moments.data(),
                          scratch.data());
      const auto expected = naive_moments(block, pivot.data(), second, r);
      for (std::size_t at = 0; at < moments.size(); ++at) {
        expect_close(moments[at], 2 + expected[at].first, 20 * (2 + expected[at].second));
      }
    }
  });
}

void check_assigned(const Lanes& block, Second second, bool weighted) {
  const std::size_t groups = 3, length = moments_length(second, block.dim);
  Rng rng(7);
  const Values pivots = normals(groups * block.dim, rng);
  Values weights(kBlock), moments(groups * length, 2.0);
  std::vector<std::uint32_t> labels(kBlock);
  for (double& weight : weights) weight = static_cast<double>(rng.below(4));
  for (auto& label : labels) label = rng.below(3) == 0 ? 0 : 2;  // group 1 stays empty
  add_assigned(block.x.data(), block.rows, block.dim, labels.data(), weighted ? weights.data() : nullptr, pivots.data(),
               second, moments.data());
  for (std::size_t k = 0; k < groups; ++k) {
    Values mine(kBlock, 0.0);
    for (std::size_t i = 0; i < block.rows; ++i) mine[i] = labels[i] == k ? (weighted ? weights[i] : 1.0) : 0.0;
    const auto expected = naive_moments(block, pivots.data() + k * block.dim, second, mine);
    for (std::size_t at = 0; at < length; ++at) {
      expect_close(moments[k * length + at], 2 + expected[at].first, 20 * (2 + expected[at].second));
    }
  }
}

TEST_P(EveryKernel, AssignedRowsAddToTheirOwnGroup) {
  for_all_shapes([](const Lanes& block) {
    for (const Second second : kSeconds) {
      check_assigned(block, second, false);
      check_assigned(block, second, true);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Available, EveryKernel, ::testing::Range<std::size_t>(0, available().size()),
                         [](const auto& set) { return std::string(available()[set.param].name); });

// Wider vectors do the same operations on more rows.
TEST(Kernels, InVectorsGiveTheSameBitsWhateverTheirWidth) {
  const auto sets = vector_kernels();
  for_all_shapes([&](const Lanes& block) {
    Rng rng(8);
    const Values pivot = normals(block.dim, rng), factor = normals(block.dim * (block.dim + 1) / 2, rng);
    std::vector<Values> results;
    for (const NamedKernels& set : sets) {
      Values out(kBlock), scratch((2 * block.dim + 1) * kBlock), r(kBlock);
      Values moments(moments_length(Second::full, block.dim), 0.0);
      set.kernels.squared_norms_triangular(block.x.data(), block.rows, block.dim, pivot.data(), factor.data(),
                                           out.data(), scratch.data());
      Values terms = out;
      set.kernels.normalise(terms.data(), 1, block.rows, out.data());
      for (std::size_t i = 0; i < block.rows; ++i) r[i] = 1 / (1 + std::abs(out[i]));
      set.kernels.add_moments(block.x.data(), block.rows, block.dim, r.data(), pivot.data(), Second::full,
                              moments.data(), scratch.data());
      moments.insert(moments.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(block.rows));
      results.push_back(moments);
    }
    for (const Values& result : results) ASSERT_EQ(result, results.front());
  });
}

TEST(Kernels, PlainOnesAreTheLastResort) { EXPECT_EQ(available().back().name, "scalar"); }

}  // namespace
}  // namespace mixseed::kernel
