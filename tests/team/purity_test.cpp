// An answer depends only on the question and the rows, not on earlier questions, threads or the distribution of the
// rows among workers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "model/noise.h"
#include "support/mixtures.h"
#include "support/teams.h"

namespace mixseed {
namespace {

using testing::kCovariances;
using testing::PartsTeam;
using Values = std::vector<double>;

// A random data set, and random questions about it.
class Case {
 public:
  explicit Case(std::uint64_t number) : rng_(number), data_(rows()) {
    const std::uint64_t kind = rng_.below(4);
    if (kind == 0) {
      units_ = std::make_shared<const AffineMap>(
          AffineMap::times(dim_, std::ldexp(1.0, static_cast<int>(rng_.below(9)) - 4)));
    } else if (kind == 1) {
      units_ = std::make_shared<const AffineMap>(mixed());
    }
  }

  const DataView& view() const { return data_.view; }

  Request any() { return question(rng_.below(std::variant_size_v<Question>)); }
  Request question(std::size_t kind) {
    const std::array<Question (Case::*)(), std::variant_size_v<Question>> make{
        &Case::survey, &Case::total, &Case::expect, &Case::classify, &Case::draw, &Case::farthest,       &Case::try_out,
        &Case::grow,   &Case::weigh, &Case::pick,   &Case::belong,   &Case::span, &Case::sample_distinct};
    Question made = (this->*make[kind])();
    EXPECT_EQ(made.index(), kind);
    return {units_, std::move(made)};
  }

 private:
  Data rows() {
    dim_ = 1 + rng_.below(3);
    const std::size_t n = rng_.below(5) == 0 ? kWindow + rng_.below(3 * kWindow) : 1 + rng_.below(1500);
    Values values(n * dim_), weights(n);
    const bool lattice = rng_.below(4) == 0;
    for (double& value : values) value = lattice ? static_cast<double>(rng_.below(5)) : 4 * rng_.normal();
    for (double& weight : weights) weight = 0.5 * static_cast<double>(rng_.below(5));
    weights[0] = 1;
    const Data data = Data::from(std::move(values), n, dim_);
    return rng_.below(2) == 0 ? data : data.weighted(std::move(weights));
  }
  AffineMap mixed() {
    AffineMap units;
    units.axes = centers(dim_).points;
    units.from = centers(1).points;
    units.to = centers(1).points;
    return units;
  }
  Centers centers(std::size_t count) {
    Centers centers{dim_, Values(count * dim_)};
    for (double& value : centers.points) value = 4 * rng_.normal();
    return centers;
  }
  Mixture mixture(std::size_t count) {
    Mixture theta = testing::random_mixture(kCovariances[rng_.below(4)], dim_, count, 4, rng_.bits());
    if (rng_.below(3) > 0) return theta;
    const Noise box{0, static_cast<double>(dim_) * std::log(16.0), Values(dim_, -8.0), Values(dim_, 16.0)};
    return with_noise(std::move(theta), box, 0.3 * rng_.uniform());
  }
  ModelPtr model(bool hard) {
    const std::size_t count = 1 + rng_.below(12);
    return rng_.below(2) == 0 && hard ? std::make_shared<const State>(centers(count))
                                      : std::make_shared<const State>(mixture(count));
  }
  // The model to sort by: none, the same model slightly moved, or another one.
  ModelPtr sorted_by(const ModelPtr& model) {
    if (rng_.below(3) == 0) return nullptr;
    if (rng_.below(3) == 0) return std::make_shared<const State>(centers(1 + rng_.below(12)));
    State moved = *model;
    auto* mixture = std::get_if<Mixture>(&moved);
    for (double& value : mixture ? mixture->means : std::get<Centers>(moved).points) value += 0.2 * rng_.normal();
    return std::make_shared<const State>(std::move(moved));
  }
  Moments::Second second() { return static_cast<Moments::Second>(rng_.below(3)); }

  Question survey() { return Inspect{}; }
  Question total() { return Total{centers(1).points, second()}; }
  Question expect() {
    const ModelPtr theta = model(false);
    return Expect{theta, sorted_by(theta), second(), rng_.below(2) == 0 ? Rules::standard : Rules::paper};
  }
  Question classify() {
    const ModelPtr theta = model(true);
    return Classify{theta, sorted_by(theta), second()};
  }
  ModelPtr from() { return rng_.below(4) == 0 ? nullptr : model(true); }
  Question draw() { return Draw{from(), rng_.bits(), 1 + rng_.below(3)}; }
  Question farthest() { return Farthest{from()}; }
  Question try_out() {
    return SumDistances{std::make_shared<const State>(centers(1 + rng_.below(5))), centers(1 + rng_.below(3))};
  }
  Question grow() {
    const Centers means = centers(1 + rng_.below(40));
    ModelPtr by = rng_.below(3) == 0 ? nullptr : std::make_shared<const State>(centers(1 + rng_.below(40)));
    return Grow{means.points, centers(means.size()).points, std::move(by), rng_.below(60)};
  }
  Question weigh() { return CountObservations{}; }
  Question pick() {
    Pool pool(1);
    LocalTeam team(data_.view, pool);
    Pick pick{std::get<ObservationCounts>(team.ask({nullptr, CountObservations{}})).observations, rng_.bits()};
    for (double& count : pick.counts) count = std::floor(count * rng_.uniform());
    return pick;
  }
  Question belong() { return ComputePosteriors{model(false)}; }
  Question sample_distinct() { return SampleDistinct{}; }
  Question span() { return MeasureExtents{centers(1).points, centers(1 + rng_.below(6)).points}; }

  Rng rng_;
  std::size_t dim_ = 1;
  Data data_;
  std::shared_ptr<const AffineMap> units_;
};

class EveryQuestion : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryQuestion, HasOneAnswerForAnyCacheThreadsAndParts) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    SCOPED_TRACE("case " + std::to_string(number));
    Case about(1000 * GetParam() + number);
    const Request request = about.question(GetParam());
    Pool one(1), five(5);
    LocalTeam cold(about.view(), one), warm(about.view(), five);
    const Bytes expected = encoded(cold.ask(request));
    for (int before = 0; before < 3; ++before) warm.ask(about.any());
    ASSERT_EQ(encoded(warm.ask(request)), expected);
    ASSERT_EQ(encoded(warm.ask(request)), expected);
    PartsTeam parts(about.view(), one, std::size_t{1} << number % 3);
    ASSERT_EQ(encoded(parts.ask(request)), expected);
  }
}

TEST_P(EveryQuestion, AndItsAnswerComeBackFromTheirBytes) {
  Case about(GetParam());
  const Request request = about.question(GetParam());
  Pool pool(1);
  LocalTeam team(about.view(), pool);
  const Bytes sent = encoded(request), received = encoded(team.ask(request));
  EXPECT_EQ(encoded(decoded<Request>(sent)), sent);
  EXPECT_EQ(encoded(decoded<Answer>(received)), received);
  for (std::size_t size = 0; size < received.size(); size += 1 + size / 8) {
    EXPECT_THROW(decoded<Answer>(std::string_view(received).substr(0, size)), std::runtime_error) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryQuestion, ::testing::Range<std::size_t>(0, std::variant_size_v<Question>));

}  // namespace
}  // namespace mixseed
