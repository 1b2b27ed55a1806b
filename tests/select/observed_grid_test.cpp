#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "mixseed/missing.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using Values = std::vector<double>;

Data with_gaps(const Data& data, double share) {
  Rng rng(5);
  const std::size_t n = data.view.rows(), dim = data.view.columns();
  Values values(data.view.doubles(), data.view.doubles() + n * dim);
  for (double& value : values) value = rng.uniform() < share ? std::nan("") : value;
  return Data::from(std::move(values), n, dim);
}

TEST(SelectObserved, ChoosesByTheLikelihoodOfWhatIsThere) {
  const Data data = with_gaps(blobs(600, 2, 3, 9), 0.2);
  const std::size_t numbers[] = {1, 2, 3, 4};
  const std::string families[] = {"EII", "full"};
  const Selection found =
      select(data, numbers, families, Criterion::bic, Pipeline::parse("quick"), {.missing = MissingValues::marginal});
  ASSERT_EQ(found.fits.size(), 8U);
  EXPECT_EQ(found.fits[found.best].model.size(), 3U);
}

}  // namespace
}  // namespace mixseed
