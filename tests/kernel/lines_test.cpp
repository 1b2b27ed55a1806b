#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/components.h"

namespace mixseed::testing {
namespace {

using Floats = std::vector<float>;
using kernel::kStrip;
using kernel::Second;

constexpr std::size_t kStrips = 45;  // more than add_line_moments takes at a time
constexpr double kPrecision = 3e-7;

Floats narrowed(const Values& values) { return {values.begin(), values.end()}; }

Floats strips_of(std::size_t dim) {
  Rng rng(dim);
  return narrowed(normals(kStrips * dim * kStrip, rng, 1));
}

// Positive numbers, and whole strips of zeros.
Floats responsibilities_of(std::size_t seed) {
  Rng rng(seed);
  Floats responsibilities(kStrips * kStrip);
  for (std::size_t i = 0; i < responsibilities.size(); ++i) {
    responsibilities[i] = i / kStrip % 3 == 1 ? 0 : static_cast<float>(rng.uniform());
  }
  return responsibilities;
}

// Components as floats.
struct Narrow {
  explicit Narrow(const RandomComponents& from)
      : means(narrowed(from.means)),
        factors(narrowed(from.factors)),
        shifts(narrowed(from.shifts)),
        offsets(narrowed(from.offsets)),
        view{from.shape,     from.dim,    from.count,    nullptr,       means.data(),
             factors.data(), from.stride, shifts.data(), offsets.data()} {}
  Floats means, factors, shifts, offsets;
  kernel::ComponentsIn<float> view;
};

struct Summed {
  Values moments, sizes;  // what the rounding of a sum is measured by: its terms without their signs
};

Summed moments_of(const kernel::Kernels& by, std::size_t dim, Second second) {
  Rng rng(dim + 7);
  const Floats strips = strips_of(dim), pivot = narrowed(normals(dim, rng)), responsibilities = responsibilities_of(1),
               weights = responsibilities_of(2);
  Values units(dim + 1, 0.5);
  for (std::size_t j = 0; j <= dim; ++j) units[j] += static_cast<double>(j);
  const auto sums = [&](const Floats& rows, const Floats& about, const kernel::Kernels& kernels) {
    Values moments(kernel::moments_length(second, dim), 0.5);
    Floats scratch(kernel::line_scratch(dim));
    kernels.add_line_moments(rows.data(), kStrips, dim, responsibilities.data(), weights.data(), about.data(),
                             units.data(), second, moments.data(), scratch.data());
    return moments;
  };
  Floats absolute(strips.size());
  for (std::size_t at = 0; at < strips.size(); ++at) absolute[at] = std::abs(strips[at] - pivot[at / kStrip % dim]);
  return {sums(strips, pivot, by), sums(absolute, Floats(dim, 0.0F), kernel::reference())};
}

TEST_P(EveryKernel, LinesHaveTheTermsOfTheFormula) {
  for (const kernel::Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      SCOPED_TRACE("dim " + std::to_string(dim));
      const RandomComponents components(shape, dim, 3);
      const Narrow narrow(components);
      const Floats strips = strips_of(dim);
      Floats line(kStrips * kStrip + 1, static_cast<float>(kUntouched));
      for (std::size_t k = 0; k < components.count; ++k) {
        tested->line_of_terms(narrow.view, k, strips.data(), kStrips, line.data());
        for (std::size_t at = 0; at < kStrips * kStrip; ++at) {
          Values tile(dim * kernel::kTile);
          for (std::size_t j = 0; j < dim; ++j) {
            tile[j * kernel::kTile] = static_cast<double>(strips[(at / kStrip * dim + j) * kStrip + at % kStrip]);
          }
          const ExactDistance exact = exact_distance(components.view(), k, tile.data(), 0);
          const double expected = components.offsets[k] - 0.5 * static_cast<double>(exact.value);
          const double size = std::abs(components.offsets[k]) + static_cast<double>(exact.size);
          ASSERT_NEAR(static_cast<double>(line[at]), expected, kPrecision * (1 + size));
        }
        EXPECT_EQ(line.back(), kUntouched);
      }
    }
  }
}

TEST_P(EveryKernel, LinesBecomeResponsibilities) {
  constexpr std::size_t kLength = 3 * kStrip, kStride = kLength + kStrip;
  for (const std::size_t lines : {1U, 2U, 9U}) {
    Rng rng(lines);
    Floats terms = narrowed(normals(lines * kStride, rng, -3)), out(kLength + 1, static_cast<float>(kUntouched));
    for (std::size_t k = 0; k < lines; ++k) {
      terms[k * kStride + 1] = -std::numeric_limits<float>::infinity();  // a row that is infinitely far away
      terms[k * kStride + 2] = k == 0 ? 0.0F : -1000.0F;                 // one that belongs to the first alone
      if (k > 0) terms[k * kStride + 3] = terms[3] - 15;                 // below the least
    }
    const Floats before = terms;
    tested->normalise_lines(lines, kLength, kStride, -10, terms.data(), out.data());
    for (std::size_t i = 0; i < kLength; ++i) {
      if (i == 1) continue;
      Exact largest = -kInfinity, sum = 0;
      for (std::size_t k = 0; k < lines; ++k) largest = std::max(largest, Exact{before[k * kStride + i]});
      const auto share = [&](std::size_t k) {
        const Exact below = Exact{before[k * kStride + i]} - largest;
        return below < -10 ? Exact{0} : std::exp(below);
      };
      for (std::size_t k = 0; k < lines; ++k) sum += share(k);
      for (std::size_t k = 0; k < lines; ++k) {
        EXPECT_NEAR(static_cast<double>(terms[k * kStride + i]), static_cast<double>(share(k) / sum), kPrecision);
      }
      const auto expected = static_cast<double>(largest + std::log(sum));
      EXPECT_NEAR(static_cast<double>(out[i]), expected, kPrecision * (1 + std::abs(expected)));
    }
    for (std::size_t k = 0; k < lines; ++k) {
      EXPECT_NEAR(static_cast<double>(terms[k * kStride + 1]), 1.0 / static_cast<double>(lines), kPrecision);
    }
    EXPECT_EQ(out[1], -std::numeric_limits<float>::infinity());
    EXPECT_EQ(out.back(), kUntouched);
    for (std::size_t k = 1; k < lines; ++k) EXPECT_EQ(terms[k * kStride + 3], 0);
  }
}

TEST_P(EveryKernel, SharesAreThoseOfTheDefinitionOverTheWholeRangeOfExponents) {
  constexpr std::size_t kLength = 100 * kStrip;
  Floats terms(2 * kLength, 0.0F), out(kLength);
  for (std::size_t i = 0; i < kLength; ++i) terms[kLength + i] = -80 * static_cast<float>(i) / kLength;
  const Floats below(terms.begin() + kLength, terms.end());
  tested->normalise_lines(2, kLength, kLength, -79, terms.data(), out.data());
  for (std::size_t i = 0; i < kLength; ++i) {
    const Exact e = below[i] < -79 ? Exact{0} : std::exp(Exact{below[i]});
    ASSERT_NEAR(static_cast<double>(terms[kLength + i]), static_cast<double>(e / (1 + e)), kPrecision) << below[i];
    ASSERT_NEAR(static_cast<double>(out[i]), static_cast<double>(std::log1p(e)), kPrecision) << below[i];
  }
}

TEST_P(EveryKernel, LogarithmsOfSumsAreThoseOfTheDefinition) {
  constexpr std::size_t kLength = 40 * kStrip;
  Rng rng(5);
  Floats kept(kLength), change(kLength), out(kLength);
  for (std::size_t i = 0; i < kLength; ++i) {
    kept[i] = static_cast<float>(std::exp(-80 * rng.uniform()));
    change[i] = static_cast<float>(200 * rng.uniform() - 100);
  }
  const auto near = [&](std::size_t i, Exact sum) {
    const auto expected = static_cast<double>(std::log(sum));
    ASSERT_NEAR(static_cast<double>(out[i]), expected, kPrecision * (1 + std::abs(expected)));
  };
  tested->log_sums(kLength, kept.data(), change.data(), 0.25F, out.data());
  for (std::size_t i = 0; i < kLength; ++i) {
    near(i, Exact{kept[i]} + Exact{0.25} * std::exp(std::clamp(Exact{change[i]}, Exact{-80}, Exact{80})));
  }
  tested->log_sums(kLength, kept.data(), nullptr, 0.25F, out.data());
  for (std::size_t i = 0; i < kLength; ++i) near(i, Exact{kept[i]});
}

TEST_P(EveryKernel, MomentsOfLinesAreThoseOfTheDefinition) {
  for (const std::size_t dim : kDims) {
    for (const Second second : {Second::none, Second::diagonal, Second::full}) {
      SCOPED_TRACE("dim " + std::to_string(dim));
      const Summed got = moments_of(*tested, dim, second), expected = moments_of(kernel::reference(), dim, second);
      for (std::size_t at = 0; at < got.moments.size(); ++at) {
        ASSERT_NEAR(got.moments[at], expected.moments[at], kPrecision * got.sizes[at]) << at;
      }
    }
  }
}

TEST(Lines, HaveTheSameBitsForVectorsOfAnyWidth) {
  const auto sets = kernel::vector_kernels();
  for (std::size_t other = 1; other < sets.size(); ++other) {
    for (const std::size_t dim : kDims) {
      EXPECT_EQ(moments_of(sets[0].kernels, dim, Second::full).moments,
                moments_of(sets[other].kernels, dim, Second::full).moments);
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
