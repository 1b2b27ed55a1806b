#include <gtest/gtest.h>

#include "support/components.h"

namespace mixseed::testing {
namespace {

using kernel::Kernels;
using kernel::kTile;
using kernel::NamedKernels;

// The tests of the other files of this folder, for every set.
INSTANTIATE_TEST_SUITE_P(Available, EveryKernel, every_kernel(), name_of_kernel);

// All that a set computes of the rows, one thing after the other, each with the results of the last.
Values everything(const Kernels& kernels, const Scattered& scattered, std::size_t rows,
                  const RandomComponents& random) {
  const kernel::Components components = random.view();
  const std::size_t dim = components.dim, count = components.count;
  Values result, x(dim * kTile), terms(count * kTile), out(kTile), best(kTile);
  Values r(count * kernel::kBlock + kTile), moments(kernel::moments_length(kernel::Second::full, dim), 0.0);
  std::vector<std::uint16_t> picked(kernel::kBlock + kTile);
  Numbers numbers(count), labels(kTile);
  const auto keep = [&](const auto& values) { result.insert(result.end(), values.begin(), values.end()); };
  std::size_t found = 0;
  for (std::size_t first = 0; first < rows; first += kTile) {
    const std::size_t there = std::min(kTile, rows - first);
    kernels.transpose(scattered.rows(), first, there, dim, components.center, x.data());
    kernels.distances(components, count - 1, x.data(), out.data());
    keep(out);
    kernels.close_terms(components, nullptr, x.data(), nullptr, numbers.data(), terms.data());
    kernels.argmax(numbers.data(), count, terms.data(), labels.data(), best.data());
    keep(labels);
    kernels.normalise(numbers.data(), count, nullptr, terms.data(), out.data());
    keep(terms);
    keep(out);
    found += kernels.collect(terms.data(), there, first, picked.data() + found, r.data() + found);
  }
  Values scratch(kernel::moments_scratch(dim));
  kernels.add_moments(scattered.rows(), dim, picked.data(), r.data(), found, components.means, kernel::Second::full,
                      moments.data(), scratch.data());
  keep(moments);
  if (components.shape == kernel::Shape::triangular) {
    Values spread(kTile), planes(dim * kTile), covariances(dim * dim * kTile, 0.5);
    kernels.separate(components, 0, x.data(), covariances.data(), out.data(), spread.data(), planes.data(),
                     scratch.data());
    keep(out);
    keep(spread);
    keep(planes);
    Values lower(dim * (dim + 1) / 2 * kTile), inverse(lower.size());
    for (std::size_t j = 0; j < dim; ++j) std::fill_n(&covariances[(j * dim + j) * kTile], kTile, 2.0);
    kernels.factorise(dim, covariances.data(), lower.data());
    kernels.invert(dim, lower.data(), inverse.data());
    keep(lower);
    keep(inverse);
  }
  return result;
}

// Wider vectors do the same operations on more rows.
TEST(Kernels, InVectorsGiveTheSameBitsWhateverTheirWidth) {
  const auto sets = kernel::vector_kernels();
  for (const kernel::Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      const RandomComponents components(shape, dim, 5);
      for (const std::size_t rows : {1U, 5U, 127U, 1024U}) {
        SCOPED_TRACE("dim " + std::to_string(dim) + ", rows " + std::to_string(rows));
        const Scattered scattered(rows, dim, rows);
        for (const NamedKernels& set : sets) {
          ASSERT_EQ(everything(set.kernels, scattered, rows, components),
                    everything(sets.front().kernels, scattered, rows, components));
        }
      }
    }
  }
}

TEST(Kernels, PlainOnesAreTheLastResort) { EXPECT_EQ(kernel::available().back().name, "scalar"); }

}  // namespace
}  // namespace mixseed::testing
