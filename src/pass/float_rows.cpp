#include "pass/float_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/pool.h"
#include "pass/float_density.h"
#include "pass/team.h"

namespace mixseed {
namespace {

using kernel::kStrip;
using Values = std::vector<double>;
using Floats = std::vector<float>;

const float kNegligible = std::log(1e-10F);  // responsibilities below this count as 0: a search ends at the same models

Values weights_of(const DataView& rows) {
  Values weights;
  for (std::size_t i = 0; i < rows.rows(); ++i) weights.push_back(rows.weight(i));
  return weights;
}

// Evaluated together, so that terms stay in the first-level cache until they are responsibilities.
constexpr std::size_t kStripsTogether = 8;
constexpr std::size_t kStripsOfBlock = kernel::kBlock / kStrip;

// Memory that is kept from block to block. A line has the terms of one component; a strip between lines keeps them from
// competing for the same cache sets.
struct Scratch {
  Floats terms, log_densities, scratch;
  Values units;
  std::size_t stride = 0;
  const float* line(std::size_t k) const { return terms.data() + k * stride; }
  float* line(std::size_t k) { return terms.data() + k * stride; }
};
Scratch& scratch_space() {
  thread_local Scratch own;
  return own;
}

// The sum of a (b - less), in eight independent lanes for speed.
double sum_of_products(const double* a, const float* b, std::size_t count, double less = 0) {
  double sums[8] = {};
  const auto product = [&](std::size_t i) { return a[i] * (static_cast<double>(b[i]) - less); };
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += product(i + lane);
  }
  for (; i < count; ++i) sums[i % 8] += product(i);
  return std::accumulate(sums, sums + 8, 0.0);
}

// The largest power of two that is not above `size`.
double unit_of(double size) { return size > 0 && std::isfinite(size) ? std::exp2(std::floor(std::log2(size))) : 1.0; }

}  // namespace

FloatRows::Weights::Weights(Values weights)
    : exact(std::move(weights)), narrow(kernel::rounded_up(exact.size(), kStrip), 0.0F), unit(1) {
  if (!exact.empty()) unit = unit_of(*std::max_element(exact.begin(), exact.end()));
  for (std::size_t i = 0; i < exact.size(); ++i) narrow[i] = static_cast<float>(exact[i] / unit);
}

FloatRows::FloatRows(const Team& team, const DataView& rows)
    : team_(&team),
      size_(rows.rows()),
      dim_(rows.columns()),
      center_(dim_, 0.0),
      units_(dim_ + 1, 1.0),
      strips_(kernel::rounded_up(size_, kStrip) * dim_),
      weights_(weights_of(rows)) {
  observations_ = std::accumulate(weights_.exact.begin(), weights_.exact.end(), 0.0);
  for (std::size_t j = 0; j < dim_; ++j) {
    double widest = 0;
    for (std::size_t i = 0; i < size_; ++i) center_[j] += rows.at(i, j) / static_cast<double>(size_);
    for (std::size_t i = 0; i < size_; ++i) widest = std::max(widest, std::abs(rows.at(i, j) - center_[j]));
    units_[j] = unit_of(widest);
    log_volume_ += std::log(units_[j]);
  }
  for (std::size_t at = 0; at < weights_.narrow.size(); ++at) {
    const std::size_t i = std::min(at, size_ - 1);
    for (std::size_t j = 0; j < dim_; ++j) {
      strips_[place(at) + j * kStrip] = static_cast<float>((rows.at(i, j) - center_[j]) / units_[j]);
    }
  }
}

FloatRows::FloatRows(const FloatRows& all, std::span<const std::size_t> chosen, Values weights)
    : team_(all.team_),
      size_(chosen.size()),
      dim_(all.dim_),
      center_(all.center_),
      units_(all.units_),
      log_volume_(all.log_volume_),
      strips_(kernel::rounded_up(size_, kStrip) * dim_),
      weights_(std::move(weights)) {
  observations_ = std::accumulate(weights_.exact.begin(), weights_.exact.end(), 0.0);
  for (std::size_t at = 0; at < weights_.narrow.size(); ++at) {
    const float* from = all.strips_.data() + all.place(chosen[std::min(at, size_ - 1)]);
    float* to = strips_.data() + place(at);
    for (std::size_t j = 0; j < dim_; ++j) to[j * kStrip] = from[j * kStrip];
  }
}

std::size_t FloatRows::blocks() const { return (size_ + kernel::kBlock - 1) / kernel::kBlock; }

template <typename Work>
void FloatRows::evaluate(const ComponentRange& range, std::size_t block, const Work& work) const {
  const auto& [model, first_component, components, background] = range;
  const std::optional<float>& noise = model.noise();
  const std::size_t first = block * kStripsOfBlock;
  const std::size_t strips = std::min(kStripsOfBlock, weights_.narrow.size() / kStrip - first);
  const std::size_t length = strips * kStrip, lines = components + (background || noise);
  const std::size_t rows = std::min(length, size_ - first * kStrip);
  Scratch& own = scratch_space();
  own.stride = length + kStrip;
  own.terms.resize(std::max(own.terms.size(), lines * own.stride));
  own.log_densities.resize(std::max(own.log_densities.size(), length));
  if (noise) std::fill_n(own.line(components), length, *noise);
  if (background) {
    float* line = own.line(components);
    const auto more = static_cast<float>(log_volume_);
    for (std::size_t i = 0; i < rows; ++i) line[i] = background[first * kStrip + i] + more;
    std::fill(line + rows, line + length, 0.0F);
  }
  for (std::size_t strip = 0; strip < strips; strip += kStripsTogether) {
    const std::size_t count = std::min(kStripsTogether, strips - strip), from = strip * kStrip;
    const float* x = strips_.data() + (first + strip) * kStrip * dim_;
    for (std::size_t k = 0; k < components; ++k) {
      kernel::active().line_of_terms(model.components(), first_component + k, x, count, own.line(k) + from);
    }
    kernel::active().normalise_lines(lines, count * kStrip, own.stride, kNegligible, own.terms.data() + from,
                                     own.log_densities.data() + from);
  }
  work(first * kStrip, rows, own);
}

FloatRows::BlockSums FloatRows::add_block(const ComponentRange& range, std::size_t block, Moments& moments) const {
  BlockSums sums;
  const FloatDensity& model = range.model;
  evaluate(range, block, [&](std::size_t first, std::size_t rows, Scratch& own) {
    own.scratch.resize(std::max(own.scratch.size(), kernel::line_scratch(dim_)));
    own.units = units_;
    for (double& unit : own.units) unit *= std::sqrt(weights_.unit);
    const float *x = strips_.data() + first * dim_, *weights = weights_.narrow.data() + first;
    const std::size_t strips = kernel::rounded_up(rows, kStrip) / kStrip;
    for (std::size_t k = 0; k < range.count; ++k) {
      const std::size_t at = range.first + k;
      kernel::active().add_line_moments(x, strips, dim_, own.line(k), weights, model.components().means + at * dim_,
                                        own.units.data(), moments.second(), moments.of(at), own.scratch.data());
    }
    const double* exact = weights_.exact.data() + first;
    sums.log_likelihood = sum_of_products(exact, own.log_densities.data(), rows, log_volume_);
    if (range.background || model.noise()) sums.background = sum_of_products(exact, own.line(range.count), rows);
  });
  return sums;
}

Moments FloatRows::expect(const Mixture& theta, Moments::Second second) const {
  const FloatDensity model(theta, *this);
  team_->add_passed_rows(size_);
  const auto make = [&] { return Moments(theta.size(), dim_, second, model.pivots()); };
  const auto add = [&](std::size_t block, Moments& moments) {
    const BlockSums sums = add_block({model, 0, theta.size()}, block, moments);
    moments.objective += sums.log_likelihood;
    moments.noise += sums.background;
  };
  if (blocks() > 1) return reduce(team_->pool(), blocks(), make, add);
  Moments moments = make();
  add(0, moments);
  return moments;
}

FloatRows::SubMixtureResults FloatRows::expect_separately(std::span<const SubMixture> sub_mixtures, const Mixture& all,
                                                          Moments::Second second) {
  const FloatRows& any = *sub_mixtures.front().rows;
  const FloatDensity model(all, any);
  SubMixtureResults results{Moments(all.size(), any.dim_, second, model.pivots()), Values(sub_mixtures.size())};
  std::vector<ComponentRange> ranges;
  std::size_t first = 0;
  for (const auto& [rows, components, background] : sub_mixtures) {
    ranges.push_back({model, first, components, background.empty() ? nullptr : background.data()});
    first += components;
    rows->team_->add_passed_rows(rows->size_);
  }
  any.team_->pool().run(sub_mixtures.size(), [&](std::size_t at) {
    const FloatRows& X = *sub_mixtures[at].rows;
    for (std::size_t block = 0; block < X.blocks(); ++block) {
      results.log_likelihoods[at] += X.add_block(ranges[at], block, results.moments).log_likelihood;
    }
  });
  return results;
}

void FloatRows::copy_log_densities(const float* from, std::size_t rows, double* to) const {
  for (std::size_t i = 0; i < rows; ++i) to[i] = static_cast<double>(from[i]) - log_volume_;
}

Posteriors FloatRows::posteriors(const Mixture& theta) const {
  const FloatDensity model(theta, *this);
  const std::size_t K = theta.size();
  const bool noisy = model.noise().has_value();
  Posteriors all{Values(size_), Values(size_ * K), Values(noisy ? size_ : 0)};
  team_->pool().run(blocks(), [&](std::size_t block) {
    evaluate({model, 0, K}, block, [&](std::size_t first, std::size_t rows, const Scratch& own) {
      copy_log_densities(own.log_densities.data(), rows, all.log_densities.data() + first);
      for (std::size_t k = 0; k < K; ++k) {
        const float* responsibilities = own.line(k);
        for (std::size_t i = 0; i < rows; ++i) all.responsibilities[(first + i) * K + k] = responsibilities[i];
      }
      if (noisy) std::copy_n(own.line(K), rows, all.noise.data() + first);
    });
  });
  team_->add_passed_rows(size_);
  return all;
}

Values FloatRows::log_densities(const Mixture& theta) const {
  const FloatDensity model(theta, *this);
  Values all(size_);
  team_->pool().run(blocks(), [&](std::size_t block) {
    evaluate({model, 0, theta.size()}, block, [&](std::size_t first, std::size_t rows, const Scratch& own) {
      copy_log_densities(own.log_densities.data(), rows, all.data() + first);
    });
  });
  team_->add_passed_rows(size_);
  return all;
}

Values FloatRows::squared_distances(const Mixture& one) const {
  Values distances = log_densities(one);
  const double highest = *std::max_element(distances.begin(), distances.end());
  for (double& distance : distances) distance = 2 * (highest - distance);
  return distances;
}

Values FloatRows::draw(Rng& rng, const Values& masses) const {
  const auto mass = [&](std::size_t i) { return masses.empty() ? weight(i) : weight(i) * masses[i]; };
  double total = 0, sum = 0;
  for (std::size_t i = 0; i < size_; ++i) total += mass(i);
  const double wanted = rng.uniform() * total;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < size_ && !(sum > wanted); ++i) {
    sum += mass(i);
    if (mass(i) > 0) chosen = i;
  }
  Values row(dim_);
  for (std::size_t j = 0; j < dim_; ++j) {
    row[j] = center_[j] + units_[j] * static_cast<double>(strips_[place(chosen) + j * kStrip]);
  }
  return row;
}

Floats logs_of_sums(Floats kept, Floats change, double weight) {
  const std::size_t count = kept.size(), filled = kernel::rounded_up(count, kStrip);
  kept.resize(filled, 1.0F);
  if (!change.empty()) change.resize(filled, 0.0F);
  const float* changes = change.empty() ? nullptr : change.data();
  kernel::active().log_sums(filled, kept.data(), changes, static_cast<float>(weight), kept.data());
  kept.resize(count);
  return kept;
}

}  // namespace mixseed
