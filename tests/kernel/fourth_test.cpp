#include <gtest/gtest.h>

#include <cmath>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using Values = std::vector<double>;

struct Directed {
  Directed(std::size_t rows, std::size_t columns_of) : count(rows), dim(columns_of) {
    Rng rng(count + dim);
    for (std::size_t at = 0; at < count * dim; ++at) columns.push_back(rng.normal());
    for (std::size_t i = 0; i < count; ++i) weights.push_back(rng.uniform());
    for (std::size_t j = 0; j < dim; ++j) w.push_back(rng.normal());
  }
  Values gradient(const kernel::Kernels& kernels) const {
    Values cubes(count), out(dim, 7.0);
    kernels.fourth(columns.data(), count, dim, weights.data(), w.data(), cubes.data(), out.data());
    return out;
  }

  std::size_t count, dim;
  Values columns, weights, w;
};

const std::vector<Directed>& several() {
  static const std::vector<Directed> list{{16, 1}, {16, 9}, {48, 2}, {400, 7}, {1024, 30}};
  return list;
}

TEST_P(EveryKernel, FourthMomentsChangeAsTheDefinitionSays) {
  for (const Directed& rows : several()) {
    const Values got = rows.gradient(*tested);
    for (std::size_t j = 0; j < rows.dim; ++j) {
      double expected = 0, size = 0;
      for (std::size_t i = 0; i < rows.count; ++i) {
        double y = 0;
        for (std::size_t l = 0; l < rows.dim; ++l) y += rows.w[l] * rows.columns[l * rows.count + i];
        const double term = rows.weights[i] * y * y * y * rows.columns[j * rows.count + i];
        expected += term;
        size += std::abs(term);
      }
      ASSERT_NEAR(got[j], expected, 1e-12 * size) << rows.count << " rows, " << rows.dim << " columns";
    }
  }
}

TEST(Fourth, HasTheSameBitsForVectorsOfAnyWidth) {
  for (const auto& set : kernel::vector_kernels()) {
    for (const Directed& rows : several()) {
      EXPECT_EQ(rows.gradient(set.kernels), rows.gradient(kernel::vector_kernels().front().kernels)) << set.name;
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
