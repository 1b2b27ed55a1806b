// The contract of every registered seeder. A new method is tested as soon as it is in the list.
#include <gtest/gtest.h>

#include "base/text.h"
#include "seed/seeder.h"
#include "support/blobs.h"
#include "support/states.h"
#include "support/statistics.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

class SeederContract : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Seeder& seeder() const { return seeders()[GetParam()]; }
  bool deterministic() const { return seeder().info.deterministic; }

  State seed(const Data& data, std::size_t K, std::uint64_t number = 1, int threads = 1, double s = 1) const {
    const Ready ready(data, threads);
    Parameters parameters(seeder().info);
    if (parameters.has("s")) parameters.set("s", number_text(s));
    Rng rng(number);
    Repairs repairs;
    Seeding in{ready.X, K, parameters, rng, repairs, {}};
    return seeder().seed(in);
  }
};

TEST_P(SeederContract, GivesAValidStateOfKComponents) {
  for (const std::size_t K : {1, 2, 5, 12}) {
    for (const std::size_t dim : {1, 2, 5}) {
      const State state = seed(blobs(120, dim, 3), K);
      EXPECT_NO_THROW(check_state(state)) << K << " components in " << dim << " dimensions";
      EXPECT_EQ(size_of(state), K);
      EXPECT_EQ(means_of(state).size(), K * dim);
    }
  }
}

TEST_P(SeederContract, SameSeedGivesTheSameBits) {
  const Data data = blobs(300, 3, 4);
  EXPECT_EQ(seed(data, 5, 7), seed(data, 5, 7));
}

TEST_P(SeederContract, AnotherSeedGivesAnotherStateUnlessDeterministic) {
  const Data data = blobs(300, 3, 4);
  EXPECT_EQ(seed(data, 5, 1) == seed(data, 5, 2), deterministic());
}

TEST_P(SeederContract, ThreadsDoNotChangeABit) {
  const Data data = blobs(2600, 3, 4);
  const State one = seed(data, 6, 3, 1);
  for (const int threads : {2, 3, 5}) EXPECT_EQ(seed(data, 6, 3, threads), one) << threads << " threads";
}

TEST_P(SeederContract, WorksWithAsManyRowsAsComponents) {
  const State state = seed(blobs(5, 2, 5), 5);
  EXPECT_NO_THROW(check_state(state));
  EXPECT_EQ(size_of(state), 5U);
}

TEST_P(SeederContract, WorksWithFewerDistinctRowsThanComponents) {
  const Data two = Data::from(std::vector<double>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, 5, 2);
  const Data one = Data::from(std::vector<double>(10, 3.0), 5, 2);
  EXPECT_NO_THROW(check_state(seed(two, 4)));
  EXPECT_NO_THROW(check_state(seed(one, 3)));
}

TEST_P(SeederContract, WorksWithConstantAndCollinearColumns) {
  const Data data = mapped(blobs(60, 2, 3), [](const Row& x) { return Row{x[0], 2 * x[0]}; });
  const Data constant = mapped(blobs(60, 2, 3), [](const Row& x) { return Row{x[0], 5}; });
  EXPECT_NO_THROW(check_state(seed(data, 4)));
  EXPECT_NO_THROW(check_state(seed(constant, 4)));
}

TEST_P(SeederContract, CommutesWithTranslation) {
  const Data data = blobs(200, 2, 3);
  const auto shift = [](const Row& x) { return Row{x[0] + 100, x[1] - 1000}; };
  EXPECT_LT(distance(seed(mapped(data, shift), 4), mapped_means(seed(data, 4), shift)), 1e-9);
}

TEST_P(SeederContract, CommutesWithScaling) {
  const Data data = blobs(200, 2, 3);
  const auto scale = [](const Row& x) { return Row{x[0] * 1024, x[1] * 1024}; };
  State expected = mapped_means(seed(data, 4), scale);
  if (auto* mixture = std::get_if<Mixture>(&expected)) {
    for (double& number : mixture->covariances) number *= 1024.0 * 1024.0;
  }
  EXPECT_LT(distance(seed(mapped(data, scale), 4), expected), 1e-12);
}

TEST_P(SeederContract, CommutesWithRotationUnlessItDrawsShapesOrDirections) {
  if (seeder().info.name == "kwedlo" || seeder().info.name == "projections") return;
  const Data data = blobs(200, 2, 3);
  const auto turn = [](const Row& x) { return Row{-x[1], x[0]}; };
  State expected = mapped_means(seed(data, 4), turn);
  auto* mixture = std::get_if<Mixture>(&expected);
  if (mixture && mixture->covariance == Covariance::full) {
    for (std::size_t k = 0; k < 4; ++k) {
      double* covariance = mixture->covariances.data() + 4 * k;
      std::swap(covariance[0], covariance[3]);
      covariance[1] = covariance[2] = -covariance[1];
    }
  }
  EXPECT_LT(distance(seed(mapped(data, turn), 4), expected), 1e-9);
}

TEST_P(SeederContract, RowOrderDoesNotMatterToDeterministicMethods) {
  if (!deterministic()) return;
  const Data data = blobs(90, 2, 3);
  std::vector<double> backwards;
  for (std::size_t i = 90; i-- > 0;) {
    for (std::size_t j = 0; j < 2; ++j) backwards.push_back(data.view.at(i, j));
  }
  const auto sorted_means = [](const State& state) {
    std::vector<std::pair<double, double>> rows;
    for (std::size_t k = 0; k < size_of(state); ++k)
      rows.emplace_back(means_of(state)[2 * k], means_of(state)[2 * k + 1]);
    std::sort(rows.begin(), rows.end());
    Row flat;
    for (const auto& [x, y] : rows) flat.insert(flat.end(), {x, y});
    return flat;
  };
  const State reversed = seed(Data::from(std::move(backwards), 90, 2), 5);
  EXPECT_LT(distance(sorted_means(seed(data, 5)), sorted_means(reversed)), 1e-12);
}

TEST_P(SeederContract, FloatsGiveTheSameAsTheirDoubles) {
  std::vector<float> floats;
  std::vector<double> doubles;
  const Data data = blobs(100, 2, 3);
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      floats.push_back(static_cast<float>(data.view.at(i, j)));
      doubles.push_back(floats.back());
    }
  }
  EXPECT_EQ(seed(Data::from(std::move(floats), 100, 2), 4), seed(Data::from(std::move(doubles), 100, 2), 4));
}

TEST_P(SeederContract, RowsWithoutWeightAreAsIfTheyWereNotThere) {
  const Data data = blobs(40, 2, 2);
  std::vector<double> weights(41, 1.0), values;
  for (std::size_t i = 0; i < 41; ++i) {
    for (std::size_t j = 0; j < 2; ++j) values.push_back(i < 40 ? data.view.at(i, j) : 1e6);
  }
  weights[40] = 0;
  const State state = seed(Data::from(std::move(values), 41, 2).weighted(weights), 6);
  for (const double number : means_of(state)) EXPECT_LT(std::abs(number), 1e3);
}

TEST_P(SeederContract, WeightMeansRepetition) {
  const std::vector<double> weights{1, 3, 2, 1, 1, 2};
  const Data rows = Data::from(std::vector<double>{0, 0, 1, 0.5, 4, 1, 9, 2, 9.5, 7, 20, 3}, 6, 2);
  const Data weighted = rows.weighted(weights), written_out = repeated(rows, weights);
  if (deterministic()) {
    for (const std::size_t K : {1, 2, 3}) EXPECT_LT(distance(seed(weighted, K), seed(written_out, K)), 1e-12) << K;
  }
  Histogram a, b;
  for (std::uint64_t number = 0; number < 3000; ++number) {
    a[key_of(seed(weighted, 2, number, 1, 0.4))] += 1;
    b[key_of(seed(written_out, 2, number + 1000000, 1, 0.4))] += 1;
  }
  EXPECT_TRUE(same_distribution(a, b));
}

TEST_P(SeederContract, AShorterRunIsTheBeginningOfALongerOne) {
  if (!seeder().sequence) return;
  const Ready ready(blobs(200, 3, 4));
  const Parameters parameters(seeder().info);
  Rng rng(5);
  Repairs repairs;
  Seeding in{ready.X, 6, parameters, rng, repairs, {}};
  const auto states = seeder().sequence(in);
  ASSERT_EQ(states.size(), 6U);
  for (std::size_t k = 1; k <= 6; ++k) EXPECT_EQ(states[k - 1].state, seed(ready.data, k, 5)) << k;
}

TEST_P(SeederContract, TakesItsParametersUpToTheirLimitsAndNotBeyond) {
  for (const ParameterInfo& info : seeder().info.parameters) {
    Parameters parameters(seeder().info);
    if (info.kind == ParameterInfo::Kind::choice) {
      for (const auto choice : info.choices) EXPECT_NO_THROW(parameters.set(info.name, choice));
      EXPECT_THROW(parameters.set(info.name, "nonsense"), Error);
      continue;
    }
    EXPECT_NO_THROW(parameters.set(info.name, number_text(info.most)));
    EXPECT_THROW(parameters.set(info.name, number_text(info.most + 1)), Error);
    EXPECT_THROW(parameters.set(info.name, number_text(info.least - 1)), Error);
    EXPECT_THROW(parameters.set(info.name, "nan"), Error);
    if (info.above_least) {
      EXPECT_THROW(parameters.set(info.name, number_text(info.least)), Error);
    } else {
      EXPECT_NO_THROW(parameters.set(info.name, number_text(info.least)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SeederContract, ::testing::Range<std::size_t>(0, seeders().size()),
                         [](const auto& tested) {
                           std::string name(seeders()[tested.param].info.name);
                           for (char& c : name) c = c == '-' || c == '+' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace mixseed
