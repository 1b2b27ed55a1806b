#include <gtest/gtest.h>

#include "support/components.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;
using kernel::Rows;
using kernel::Shape;

void expect_transposed(const Rows& rows, std::size_t dim, std::size_t first, std::size_t count, const Values& center) {
  Values x(dim * kTile + 1, kUntouched);
  tested->transpose(rows, first, count, dim, center.data(), x.data());
  for (std::size_t i = 0; i < kTile; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      ASSERT_EQ(x[j * kTile + i], rows[first + std::min(i, count - 1)][j] - center[j]) << "row " << i;
    }
  }
  EXPECT_EQ(x.back(), kUntouched);
}

TEST_P(EveryKernel, ATileIsTheRowsAboutTheCenterColumnByColumn) {
  for (const std::size_t dim : kDims) {
    SCOPED_TRACE("dim " + std::to_string(dim));
    Rng rng(dim);
    const Scattered scattered(20, dim, dim);
    const Values together = normals(12 * dim, rng), center = normals(dim, rng);
    for (const std::size_t first : {0U, 4U}) {
      expect_transposed(scattered.rows(), dim, first, kTile, center);
      expect_transposed({scattered.values.data(), scattered.stride, nullptr}, dim, first, kTile, center);
      expect_transposed({together.data(), dim, nullptr}, dim, first, kTile, center);
    }
    expect_transposed(scattered.rows(), dim, 12, kTile, center);  // up to the last
  }
}

TEST_P(EveryKernel, ATileOfFewRowsIsFilledUpByTheLast) {
  for (const std::size_t dim : kDims) {
    const Scattered scattered(13, dim, dim);
    const Values center(dim, 0.5);
    for (std::size_t count = 1; count < kTile; ++count) {
      SCOPED_TRACE("dim " + std::to_string(dim) + ", rows " + std::to_string(count));
      expect_transposed(scattered.rows(), dim, 13 - count, count, center);
    }
  }
}

// check(RandomComponents, tile) for shapes, numbers of columns and components of all sorts.
template <typename Check>
void for_all_components(const Check& check) {
  for (const Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      const Scattered scattered(kTile, dim, 7 + dim);
      for (const std::size_t count : {1U, 2U, 9U}) {
        SCOPED_TRACE("shape " + std::to_string(static_cast<int>(shape)) + ", dim " + std::to_string(dim) +
                     ", components " + std::to_string(count));
        for (const bool shared : {false, true}) {
          const RandomComponents components(shape, dim, count, shared);
          check(components, tile_of(scattered.rows(), 0, kTile, dim, components.center.data()));
        }
      }
    }
  }
}

TEST_P(EveryKernel, DistancesAreThoseOfTheFormula) {
  for_all_components([](const RandomComponents& components, const Values& x) {
    for (std::size_t k = 0; k < components.count; ++k) {
      Values out(kTile + 1, kUntouched);
      tested->distances(components.view(), k, x.data(), out.data());
      for (std::size_t i = 0; i < kTile; ++i) {
        const ExactDistance expected = exact_distance(components.view(), k, x.data(), i);
        expect_close(out[i], expected.value, expected.size);
      }
      EXPECT_EQ(out[kTile], kUntouched);
    }
  });
}

TEST_P(EveryKernel, DistancesToTheMeanItselfAreNothing) {
  for (const Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      const RandomComponents components(shape, dim, 3);
      Values x(dim * kTile), out(kTile);
      for (std::size_t at = 0; at < x.size(); ++at) x[at] = components.means[2 * dim + at / kTile];
      tested->distances(components.view(), 2, x.data(), out.data());
      for (const double distance : out) EXPECT_NEAR(distance, 0, 1e-26);
    }
  }
}

struct CloseTerms {
  Numbers numbers;
  Values terms;
};

// Without bounds.
CloseTerms all_terms(const kernel::Components& components, const Values& x) {
  CloseTerms all{Numbers(components.count), Values(components.count * kTile)};
  const std::size_t count =
      tested->close_terms(components, nullptr, x.data(), nullptr, all.numbers.data(), all.terms.data());
  EXPECT_EQ(count, components.count);
  return all;
}

TEST_P(EveryKernel, WithoutBoundsTheTermsOfAllComponentsAreFound) {
  for_all_components([](const RandomComponents& components, const Values& x) {
    const CloseTerms all = all_terms(components.view(), x);
    for (std::uint32_t k = 0; k < components.count; ++k) {
      ASSERT_EQ(all.numbers[k], k);
      Values distance(kTile);
      tested->distances(components.view(), k, x.data(), distance.data());
      for (std::size_t i = 0; i < kTile; ++i) {
        ASSERT_EQ(all.terms[k * kTile + i], components.offsets[k] - 0.5 * distance[i]);
      }
    }
  });
}

TEST_P(EveryKernel, AComponentWithoutWeightHasTermsOfMinusInfinity) {
  for (const Shape shape : kShapes) {
    RandomComponents components(shape, 3, 2);
    components.offsets[0] = -kInfinity;
    const CloseTerms all = all_terms(components.view(), Values(3 * kTile, 1.5));
    for (std::size_t i = 0; i < kTile; ++i) {
      EXPECT_EQ(all.terms[i], -kInfinity);
      EXPECT_TRUE(std::isfinite(all.terms[kTile + i]));
    }
  }
}

TEST_P(EveryKernel, ARowInfinitelyFarAwayHasTermsOfMinusInfinityAndItsNeighboursHaveTheirOwn) {
  for (const Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      const RandomComponents components(shape, dim, 3);
      Values x(dim * kTile, 0.5);
      const CloseTerms before = all_terms(components.view(), x);
      for (std::size_t j = 0; j < dim; ++j) x[j * kTile + 5] = j % 2 == 0 ? 1e200 : -1e200;
      const CloseTerms after = all_terms(components.view(), x);
      for (std::size_t at = 0; at < after.terms.size(); ++at) {
        ASSERT_EQ(after.terms[at], at % kTile == 5 ? -kInfinity : before.terms[at]);
      }
    }
  }
}

// The component k as seen from the places x: |F (x - mean)|, the plane F' v along it, and sqrt(w' Sigma w).
TEST_P(EveryKernel, AComponentIsSeenFromOthersAtItsDistanceThroughItsPlane) {
  for (const std::size_t dim : kDims) {
    SCOPED_TRACE("dim " + std::to_string(dim));
    const RandomComponents all(Shape::triangular, dim, 2);
    const kernel::Components c = all.view();
    Rng rng(dim);
    Values x = normals(dim * kTile, rng), roots = normals(dim * kTile, rng), covariances(dim * dim * kTile);
    for (std::size_t j = 0; j < dim; ++j) x[j * kTile + 3] = c.means[dim + j];  // the place of the component itself
    for (std::size_t at = 0; at < covariances.size(); ++at) {
      const std::size_t lane = at % kTile, j = at / kTile / dim, l = at / kTile % dim;
      covariances[at] = roots[j * kTile + lane] * roots[l * kTile + lane] + (j == l ? 1 : 0);
    }
    Values distance(kTile), spread(kTile), planes(dim * kTile), scratch(dim * kTile);
    tested->separate(c, 1, x.data(), covariances.data(), distance.data(), spread.data(), planes.data(), scratch.data());
    const double* factor = c.factors + c.factor_stride;
    for (std::size_t i = 0; i < kTile; ++i) {
      std::vector<Exact> z(dim), w(dim);
      Exact squares = 0, variance = 0;
      for (std::size_t j = 0; j < dim; ++j) {
        for (std::size_t l = 0; l <= j; ++l) {
          z[j] += factor[j * (j + 1) / 2 + l] * (Exact{x[l * kTile + i]} - c.means[dim + l]);
        }
        squares += z[j] * z[j];
      }
      const Exact norm = std::sqrt(squares);
      ASSERT_NEAR(distance[i], static_cast<double>(norm), 1e-12 * (1 + static_cast<double>(norm)));
      for (std::size_t l = 0; l < dim; ++l) {
        for (std::size_t j = l; norm > 0 && j < dim; ++j) w[l] += factor[j * (j + 1) / 2 + l] * z[j] / norm;
        ASSERT_NEAR(planes[l * kTile + i], static_cast<double>(w[l]), 1e-11);
      }
      for (std::size_t j = 0; j < dim; ++j) {
        for (std::size_t l = 0; l < dim; ++l) variance += w[j] * covariances[(j * dim + l) * kTile + i] * w[l];
      }
      ASSERT_NEAR(spread[i], std::sqrt(static_cast<double>(variance)), 1e-10 * (1 + spread[i]));
    }
    EXPECT_EQ(distance[3], 0);
    EXPECT_EQ(spread[3], 0);
  }
}

}  // namespace
}  // namespace mixseed::testing
