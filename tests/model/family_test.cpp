#include "model/family.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "base/rng.h"
#include "mixseed/family.h"
#include "model/coordinates.h"
#include "model/expected_cost.h"
#include "model/maximise.h"
#include "model/random_matrix.h"
#include "refine/refiners.h"
#include "support/blobs.h"
#include "support/dense.h"
#include "support/message.h"

namespace mixseed {
namespace {

using dense::as_matrix, dense::Matrix, dense::Vector;
using testing::blobs;
using testing::message;
using testing::Ready;
using Values = std::vector<double>;

TEST(Families, AreFoundByOurWordsAndByMclustsLetters) {
  EXPECT_EQ(family_named("full").name, "full");
  EXPECT_EQ(family_named("VVV").name, "full");
  EXPECT_EQ(family_named("EEE").name, "tied");
  EXPECT_EQ(family_named("diag").name, "diagonal");
  EXPECT_EQ(family_named("VII").covariance, Covariance::spherical);
  EXPECT_EQ(family_named("VEV").name, "VEV");
  EXPECT_EQ(message(ErrorCode::usage, [] { family_named("oval"); }),
            "covariance: expected one of full, tied, diagonal, spherical, EII, EEI, VEI, EVI, VEE, EVE, VVE, EEV, VEV, "
            "EVV, got 'oval'");
}

TEST(Families, AreListedInMclustsOrder) {
  std::string letters;
  for (const FamilyInfo& family : covariance_families()) letters.append(family.letters).append(" ");
  EXPECT_EQ(letters, "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV ");
}

TEST(Families, AreNamedByAListEachOnce) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(covariance_family_names("VVV,EEE,diag,full", 2), (Names{"full", "tied", "diagonal"}));
  EXPECT_EQ(covariance_family_names("all", 2).size(), 14U);
  EXPECT_EQ(covariance_family_names("all", 1), (Names{"EII", "spherical"}));
  EXPECT_EQ(covariance_family_names("E,full,V", 1), (Names{"EII", "spherical"}));
}

TEST(Families, LieWithinThoseThatDemandLess) {
  const auto within = [](const char* a, const char* b) {
    return is_within(covariance_family(a), covariance_family(b));
  };
  for (const FamilyInfo& family : covariance_families()) {
    EXPECT_TRUE(is_within(family, covariance_family("full"))) << family.name;
    EXPECT_TRUE(is_within(covariance_family("EII"), family)) << family.name;
  }
  EXPECT_TRUE(within("VEI", "VEV"));
  EXPECT_FALSE(within("VEI", "EVV"));
  EXPECT_FALSE(within("tied", "diagonal"));
}

TEST(Families, OneWithoutLettersLiesWithinFullAndCountsItsParameters) {
  const FamilyInfo own{"own", "", "", Covariance::full};
  EXPECT_TRUE(is_within(own, own));
  EXPECT_TRUE(is_within(own, covariance_family("full")));
  EXPECT_FALSE(is_within(covariance_family("full"), own));
  EXPECT_FALSE(is_within(own, covariance_family("VEV")));
  Family family = family_named("full");
  family.letters = "";
  family.own_parameters = [](std::size_t components, std::size_t dim) { return 100 * components + dim; };
  EXPECT_EQ(family.parameters(3, 7), 307U);
  EXPECT_EQ(family.words(), (std::vector<std::string_view>{"full"}));
  EXPECT_TRUE(is_bound_to_axes(family));
}

class EveryFamily : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Family& family() const { return families()[GetParam()]; }
  // A first step from spheres, and a second one, for which `before` is of the family.
  Mixture stepped(const Dataset& X, int steps, const Floor& floor, Repairs& repairs) const {
    Mixture theta{Covariance::spherical, 3, {0.5, 0.3, 0.2}, {0, 0, 0, 6, 3, 0, 1, 9, 4}, {4, 4, 4}};
    for (int step = 0; step < steps; ++step) {
      const Moments moments = testing::expected(X, theta, family().second, Rules::standard);
      theta = maximise(moments, family(), theta, &floor, repairs);
    }
    return theta;
  }
};

TEST_P(EveryFamily, StoresWhatItsLayoutSays) {
  const Ready in(blobs(500, 3, 3, 2));
  Repairs repairs;
  const Mixture theta = stepped(in.X, 1, Floor(in.X.summary(), 1e-6), repairs);
  EXPECT_EQ(theta.covariances.size(), covariance_length(family().covariance, 3, 3));
  EXPECT_EQ(family_of(theta).name, family().name);
  EXPECT_EQ(repairs, Repairs{});
  EXPECT_NO_THROW(check(theta));
}

struct Parts {
  double volume;
  Values shape;  // ascending
  Matrix sigma;
};
Parts parts_of(const Mixture& theta, std::size_t k) {
  const Values own = theta.covariance_of(k);
  const Matrix sigma = as_matrix(own.data(), theta.dim);
  const double volume = std::cbrt(sigma.determinant());
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(sigma / volume).eigenvalues();
  return {volume, Values(values.begin(), values.end()), sigma};
}

// Volumes, shapes and orientations are compared as the letters say.
TEST_P(EveryFamily, HasEqualWhatItsLettersSay) {
  const Ready in(blobs(500, 3, 3, 2));
  Repairs repairs;
  const Mixture theta = stepped(in.X, 4, Floor(in.X.summary(), 1e-6), repairs);
  const Parts first = parts_of(theta, 0);
  for (std::size_t k = 1; k < 3; ++k) {
    const Parts other = parts_of(theta, k);
    EXPECT_EQ(std::abs(other.volume / first.volume - 1) < 1e-9, family().letters[0] == 'E');
    double unlike = 0;
    for (std::size_t j = 0; j < 3; ++j) unlike = std::max(unlike, std::abs(other.shape[j] / first.shape[j] - 1));
    EXPECT_EQ(unlike < 1e-9, family().letters[1] != 'V');
    if (family().letters[1] == 'I') {
      EXPECT_NEAR(other.shape[0], 1, 1e-9);
    }
    // Matrices with the same axes commute.
    const Matrix gap = first.sigma * other.sigma - other.sigma * first.sigma;
    EXPECT_EQ(gap.norm() < 1e-9 * first.sigma.norm() * other.sigma.norm(), family().letters[2] != 'V');
    const Matrix off = other.sigma - Matrix(other.sigma.diagonal().asDiagonal());
    EXPECT_EQ(off.norm() < 1e-12, family().letters[2] == 'I');
  }
}

// No neighbour within the family explains the moments better: every component is turned, stretched and swollen a
// little, in all ways that the letters allow for all components alike.
TEST_P(EveryFamily, IsEstimatedAtAMaximum) {
  const Ready in(blobs(500, 3, 3, 2));
  Repairs repairs;
  const Floor floor(in.X.summary(), 1e-6);
  const Mixture before = stepped(in.X, 3, floor, repairs);
  const Moments moments = testing::expected(in.X, before, Moments::Second::full, Rules::standard);
  Mixture best =
      maximise(testing::expected(in.X, before, family().second, Rules::standard), family(), before, &floor, repairs);
  const auto cost = [&](const Matrix& left, const Matrix& right) {
    Mixture other{Covariance::full, 3, best.weights, best.means, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      const Values own = best.covariance_of(k);
      const Matrix changed = left * as_matrix(own.data(), 3) * right;
      other.covariances.insert(other.covariances.end(), changed.data(), changed.data() + 9);
    }
    return expected_cost(moments, other);
  };
  const Matrix one = Matrix::Identity(3, 3);
  const double least = cost(one, one);
  for (const double step : {1e-3, -1e-3}) {
    EXPECT_GT(cost((1 + step) * one, one), least);
    if (family().letters[1] != 'I' && family().letters[2] == 'I') {
      const Matrix stretch = Vector{{1 + step, 1 / (1 + step), 1}}.asDiagonal();
      EXPECT_GT(cost(stretch, stretch), least);
    }
    if (family().letters[2] != 'I') {
      Matrix turn = one;
      turn(0, 0) = turn(1, 1) = std::cos(step);
      turn(1, 0) = -(turn(0, 1) = std::sin(step));
      EXPECT_GT(cost(turn, turn.transpose()), least);
    }
  }
}

TEST_P(EveryFamily, StaysAboveTheFloorWithinTheFamily) {
  // A tight group far from the others, and a constant column.
  Values values;
  Rng rng(7);
  for (int i = 0; i < 200; ++i) {
    const bool tight = i % 4 == 0;
    values.insert(values.end(), {tight ? 20 + 1e-7 * rng.normal() : rng.normal(), tight ? 20 : 3 * rng.normal(), 5});
  }
  const Ready in(Data::from(values, 200, 3));
  const Floor floor(in.X.summary(), 1e-6);
  const Mixture before{Covariance::spherical, 3, {0.7, 0.3}, {0, 0, 5, 20, 20, 5}, {4, 4}};
  Repairs repairs;
  const Moments moments = testing::expected(in.X, before, family().second, Rules::standard);
  const Mixture theta = maximise(moments, family(), before, &floor, repairs);
  EXPECT_NO_THROW(check(theta));
  const std::size_t length = layout_of(theta.covariance).shared ? 0 : theta.covariances.size() / 2;
  for (std::size_t k = 0; k < 2; ++k) {
    // A matrix whose eigenvalues lie twelve orders apart, because of the constant column, has four digits left.
    EXPECT_LT(floor.factor_to(theta.covariance, theta.covariances.data() + k * length), 1 + 1e-4);
  }
  if (family().letters[0] == 'E') {
    EXPECT_NEAR(parts_of(theta, 0).volume / parts_of(theta, 1).volume, 1, 1e-6);
  }
}

// From a model of another family there is nothing to go on from, so the first estimate is the maximum already.
TEST_P(EveryFamily, IsAtAMaximumAtOnceFromAModelOfAnotherFamily) {
  constexpr std::size_t K = 3, D = 5;
  Rng rng(7);
  Mixture before{Covariance::full, D, Values(K, 1.0 / K), Values(K * D, 0.0), {}};
  Moments moments(K, D, family().second, std::make_shared<const Values>(before.means));
  for (std::size_t k = 0; k < K; ++k) {
    const Values own = randomly_rotated({1, 3, 9, 27, 81}, rng);
    before.covariances.insert(before.covariances.end(), own.begin(), own.end());
    moments.add_about_mean(k, 100, own);
  }
  Repairs repairs;
  Mixture theta = maximise(moments, family(), before, nullptr, repairs);
  const double first = expected_cost(moments, theta);
  for (int round = 0; round < 200; ++round) theta = maximise(moments, family(), theta, nullptr, repairs);
  EXPECT_NEAR(first, expected_cost(moments, theta), 1e-5 * moments.total_mass());
}

INSTANTIATE_TEST_SUITE_P(Listed, EveryFamily, ::testing::Range<std::size_t>(0, families().size()),
                         [](const auto& tested) { return std::string(families()[tested.param].name); });

// Covariances that explain the moments worse than those before are not taken.
TEST(Families, AnEstimateThatWouldLowerTheLikelihoodIsRefusedAndCounted) {
  Family careless = family_named("VVE");
  careless.monotone = false;
  careless.estimate = [](const Moments&, const Mixture&, const Floor*) { return Values{9, 0, 0, 9, 9, 0, 0, 9}; };
  const Ready in(blobs(300, 2, 2, 4));
  const Mixture before{Covariance::full, 2, {0.5, 0.5}, {0, 0, 4, 2}, {1, 0, 0, 1, 1, 0, 0, 1}, "VVE"};
  Repairs repairs;
  const Moments moments = testing::expected(in.X, before, Moments::Second::full, Rules::standard);
  const Mixture theta = maximise(moments, careless, before, nullptr, repairs);
  EXPECT_EQ(theta.covariances, before.covariances);
  EXPECT_EQ(repairs, Repairs{.refused = 1});
  EXPECT_NE(theta.means, before.means);
}

// Two variances, one for the first column of all components and one for the others. A family that only this file knows.
Family first_and_others() {
  return {.name = "first-and-others",
          .letters = "EEI",
          .synonyms = {},
          .summary = "one variance for the first column, one for the others",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .estimate = [](const Moments& moments, const Mixture&, const Floor*) {
            Values all, sum(2, 0.0);
            for (std::size_t k = 0; k < moments.size(); ++k) {
              const Values own = moments.diagonal_scatter(k);
              for (std::size_t j = 0; j < own.size(); ++j) sum[j > 0] += own[j];
            }
            const double n = moments.total_mass(), others = static_cast<double>(moments.dim() - 1);
            for (std::size_t k = 0; k < moments.size(); ++k) {
              for (std::size_t j = 0; j < moments.dim(); ++j) all.push_back(j > 0 ? sum[1] / n / others : sum[0] / n);
            }
            return all;
          }};
}

TEST(Families, AnotherOneIsFittedByNamingItInAList) {
  std::vector<Family> list(families().begin(), families().end());
  list.push_back(first_and_others());
  const Refiner refiner = em(list);
  Parameters parameters(refiner.info);
  parameters.set("covariance", "first-and-others");
  const Ready in(blobs(900, 3, 3, 2));
  Rng rng(1);
  Journal journal({});
  Refining refining{in.X, parameters, rng, journal};
  const Mixture theta = std::get<Mixture>(refiner.refine(refining, Centers{3, {0, 0, 0, 1, 0, 0, 2, 0, 0}}));
  EXPECT_EQ(theta.covariances[1], theta.covariances[2]);
  EXPECT_NE(theta.covariances[0], theta.covariances[1]);
  for (std::size_t i = 1; i < journal.trace().size(); ++i) {
    EXPECT_GE(journal.trace()[i].objective, journal.trace()[i - 1].objective - 1e-12);
  }
  EXPECT_GT(journal.trace().size(), 3U);
}

}  // namespace
}  // namespace mixseed
