// What every registered refiner promises. A new one is tested here by being listed.
#include <gtest/gtest.h>

#include "base/text.h"
#include "refine/refiner.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

Centers first_rows(const Data& data, std::size_t K) {
  Centers centers{data.view.columns(), {}};
  for (std::size_t k = 0; k < K; ++k) {
    for (std::size_t j = 0; j < centers.dim; ++j) centers.points.push_back(data.view.at(k, j));
  }
  return centers;
}

class RefinerContract : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Refiner& refiner() const { return refiners()[GetParam()]; }
  // A search looks at its sample in floats; what comes after it does not.
  double rounding() const { return refiner().info.searches ? 1e-6 : 1e-9; }

  State refine(const Data& data, const State& start, int threads = 1) {
    const Ready ready(data, threads);
    Parameters parameters(refiner().info);
    if (parameters.has("rounds")) parameters.set("rounds", "10");
    if (parameters.has("tol")) parameters.set("tol", "0");
    Rng rng(1);
    Journal journal({});
    Refining in{ready.X, parameters, rng, journal};
    State state = refiner().refine(in, start);
    repairs_ = journal.repairs();
    return state;
  }
  State refine(const Data& data, std::size_t K) { return refine(data, first_rows(data, K)); }

  Repairs repairs_;
};

TEST_P(RefinerContract, GivesAValidStateOfKComponents) {
  for (const std::size_t K : {1, 2, 5}) {
    for (const std::size_t dim : {1, 2, 5}) {
      const State state = refine(blobs(150, dim, 5), K);
      EXPECT_NO_THROW(check_state(state)) << K << " components in " << dim << " dimensions";
      EXPECT_EQ(size_of(state), K);
    }
  }
}

TEST_P(RefinerContract, TakesAMixtureAsWellAsCenters) {
  const Data data = blobs(150, 2, 3);
  Mixture start{Covariance::diagonal, 2, {0.5, 0.5}, {0, 0, 10, 5}, {1, 2, 3, 4}};
  EXPECT_NO_THROW(check_state(refine(data, start)));
}

TEST_P(RefinerContract, SameInputGivesTheSameBitsOnAnyNumberOfThreads) {
  const Data data = blobs(2600, 3, 4);
  const State one = refine(data, first_rows(data, 4), 1);
  for (const int threads : {1, 2, 3, 5}) {
    EXPECT_EQ(refine(data, first_rows(data, 4), threads), one) << threads << " threads";
  }
}

TEST_P(RefinerContract, WorksWithAsManyRowsAsComponentsAndWithEqualRows) {
  EXPECT_NO_THROW(check_state(refine(blobs(4, 2, 4), 4)));
  EXPECT_NO_THROW(check_state(refine(Data::from(std::vector<double>(20, 2.5), 10, 2), 3)));
}

TEST_P(RefinerContract, WorksWithConstantAndCollinearColumns) {
  const Data line = mapped(blobs(60, 2, 3), [](const Row& x) { return Row{x[0], 2 * x[0]}; });
  const Data flat = mapped(blobs(60, 2, 3), [](const Row& x) { return Row{x[0], 5}; });
  EXPECT_NO_THROW(check_state(refine(line, 3)));
  EXPECT_NO_THROW(check_state(refine(flat, 3)));
}

TEST_P(RefinerContract, CommutesWithTranslation) {
  const Data data = blobs(200, 2, 3);
  const auto shift = [](const Row& x) { return Row{x[0] + 100, x[1] - 1000}; };
  EXPECT_LT(distance(refine(mapped(data, shift), 3), mapped_means(refine(data, 3), shift)), 1e-9);
}

TEST_P(RefinerContract, KeepsItsDigitsAtALargeOffset) {
  const Data data = mapped(blobs(200, 2, 3), [](const Row& x) {
    return Row{std::round(x[0] * 1024) / 1024, std::round(x[1] * 1024) / 1024};  // so that the shift loses no bits
  });
  const auto shift = [](const Row& x) { return Row{x[0] + 0x1p30, x[1] - 0x1p30}; };
  const auto back = [](const Row& x) { return Row{x[0] - 0x1p30, x[1] + 0x1p30}; };
  // At 2^30 a mean can be written to 1e-7 only, and every round starts from such means.
  EXPECT_LT(distance(mapped_means(refine(mapped(data, shift), 3), back), refine(data, 3)), 1e-6);
}

TEST_P(RefinerContract, CommutesWithScaling) {
  const Data data = blobs(200, 2, 3);
  const auto scale = [](const Row& x) { return Row{x[0] * 1024, x[1] * 1024}; };
  State expected = mapped_means(refine(data, 3), scale);
  if (auto* mixture = std::get_if<Mixture>(&expected)) {
    for (double& number : mixture->covariances) number *= 1024.0 * 1024.0;
  }
  EXPECT_LT(distance(refine(mapped(data, scale), 3), expected), 1e-12);
}

TEST_P(RefinerContract, CommutesWithRotation) {
  const Data data = blobs(200, 2, 3);
  const auto turn = [](const Row& x) { return Row{-x[1], x[0]}; };
  State expected = mapped_means(refine(data, 3), turn);
  auto* mixture = std::get_if<Mixture>(&expected);
  for (std::size_t k = 0; mixture && mixture->covariance == Covariance::full && k < 3; ++k) {
    double* S = mixture->covariances.data() + 4 * k;
    std::swap(S[0], S[3]);
    S[1] = S[2] = -S[1];
  }
  EXPECT_LT(distance(refine(mapped(data, turn), 3), expected), rounding());
}

TEST_P(RefinerContract, RowOrderDoesNotMatter) {
  const Data data = blobs(90, 2, 3);
  std::vector<double> backwards;
  for (std::size_t i = 90; i-- > 0;) {
    for (std::size_t j = 0; j < 2; ++j) backwards.push_back(data.view.at(i, j));
  }
  const Centers start = first_rows(data, 3);
  EXPECT_LT(distance(refine(data, start), refine(Data::from(std::move(backwards), 90, 2), start)), rounding());
}

TEST_P(RefinerContract, WeightMeansRepetition) {
  const Data data = blobs(120, 2, 3);
  std::vector<double> weights;
  for (int i = 0; i < 120; ++i) weights.push_back(i % 4);
  const Centers start = first_rows(data, 3);
  EXPECT_LT(distance(refine(data.weighted(weights), start), refine(repeated(data, weights), start)), rounding());
}

TEST_P(RefinerContract, FloatsGiveTheSameAsTheirDoubles) {
  std::vector<float> floats;
  std::vector<double> doubles;
  const Data data = blobs(100, 2, 3);
  for (std::size_t i = 0; i < 200; ++i) {
    floats.push_back(static_cast<float>(data.view.doubles()[i]));
    doubles.push_back(floats.back());
  }
  const Centers start = first_rows(data, 3);
  EXPECT_EQ(refine(Data::from(std::move(floats), 100, 2), start),
            refine(Data::from(std::move(doubles), 100, 2), start));
}

TEST_P(RefinerContract, CountsNoRepairWhereNothingIsWrong) {
  refine(blobs(300, 2, 3), 3);
  EXPECT_EQ(repairs_, Repairs{});
}

TEST_P(RefinerContract, WithoutRoundsGivesItsStartBack) {
  Parameters parameters(refiner().info);
  if (!parameters.has("rounds")) return;
  parameters.set("rounds", "0");
  const Ready ready(blobs(100, 2, 3));
  Rng rng(1);
  Journal journal({});
  Refining in{ready.X, parameters, rng, journal};
  const Mixture start{Covariance::spherical, 2, {0.25, 0.75}, {0, 0, 10, 5}, {1, 2}};
  EXPECT_EQ(means_of(refiner().refine(in, start)), start.means);
}

INSTANTIATE_TEST_SUITE_P(Every, RefinerContract, ::testing::Range<std::size_t>(0, refiners().size()),
                         [](const auto& tested) { return std::string(refiners()[tested.param].info.name); });

}  // namespace
}  // namespace mixseed
