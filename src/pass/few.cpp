#include "pass/few.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/pool.h"
#include "model/density.h"
#include "pass/team.h"

namespace mixseed {
namespace {

using kernel::kTile;
using Values = std::vector<double>;

const double kNegligible = std::log(1e-10);  // less of a row is left out: where a search goes does not depend on it

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

Values weights_of(const DataView& rows) {
  Values weights;
  for (std::size_t i = 0; i < rows.rows(); ++i) weights.push_back(rows.weight(i));
  return weights;
}

// So many tiles are looked at together, so that their terms stay in the first cache until they are shares.
constexpr std::size_t kTilesTogether = 16;

// What is worked in, kept from block to block. A line has the terms of one component; with a tile between them lines do
// not compete for the same places of a cache.
struct Room {
  Values terms, log_densities, scratch;
  std::size_t stride = 0;
  const double* line(std::size_t k) const { return terms.data() + k * stride; }
  double* line(std::size_t k) { return terms.data() + k * stride; }
};
Room& room() {
  thread_local Room own;
  return own;
}

// In lanes, so that one addition need not wait for the other.
double sum_of_products(const double* a, const double* b, std::size_t count) {
  double sums[kTile] = {};
  std::size_t i = 0;
  for (; i + kTile <= count; i += kTile) {
    for (std::size_t lane = 0; lane < kTile; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < count; ++i) sums[i % kTile] += a[i] * b[i];
  return std::accumulate(sums, sums + kTile, 0.0);
}

}  // namespace

Few::Few(const Team& asker, const DataView& rows) : Few(asker, rows, all_of(rows.rows()), weights_of(rows)) {}

Few::Few(const Team& asker, const DataView& rows, std::span<const std::size_t> chosen, Values weights, const Few* like)
    : asker_(asker),
      size_(chosen.size()),
      dim_(rows.columns()),
      center_(like ? like->center_ : Values(dim_, 0.0)),
      tiles_(kernel::rounded_up(size_, kTile) * dim_),
      weights_(std::move(weights)) {
  for (const double weight : weights_) observations_ += weight;
  weights_.resize(kernel::rounded_up(size_, kTile));
  for (std::size_t j = 0; !like && j < dim_; ++j) {
    for (const std::size_t i : chosen) center_[j] += rows.at(i, j) / static_cast<double>(size_);
  }
  for (std::size_t at = 0; at < weights_.size(); ++at) {
    const std::size_t i = chosen[std::min(at, size_ - 1)];
    double* x = tiles_.data() + at / kTile * kTile * dim_ + at % kTile;
    for (std::size_t j = 0; j < dim_; ++j) x[j * kTile] = rows.at(i, j) - center_[j];
  }
}

std::size_t Few::blocks() const { return (size_ + kernel::kBlock - 1) / kernel::kBlock; }

template <typename Work>
void Few::look(const Model& model, std::size_t block, const Work& work) const {
  const kernel::Components components = model.density.components();
  const std::optional<double>& noise = model.density.noise();
  const std::size_t first = block * kTilesOfBlock, tiles = std::min(kTilesOfBlock, weights_.size() / kTile - first);
  const std::size_t length = tiles * kTile, lines = model.count + (model.rest || noise);
  Room& own = room();
  own.stride = length + kTile;
  own.terms.resize(std::max(own.terms.size(), lines * own.stride));
  own.log_densities.resize(std::max(own.log_densities.size(), length));
  if (noise) std::fill_n(own.line(model.count), length, *noise);
  if (model.rest) {
    const std::size_t rows = std::min(length, size_ - first * kTile);
    std::fill(std::copy_n(model.rest + first * kTile, rows, own.line(model.count)), own.line(model.count) + length,
              0.0);
  }
  for (std::size_t tile = 0; tile < tiles; tile += kTilesTogether) {
    const std::size_t count = std::min(kTilesTogether, tiles - tile), from = tile * kTile;
    const double* x = tiles_.data() + (first + tile) * kTile * dim_;
    for (std::size_t k = 0; k < model.count; ++k) {
      kernel::active().line_of_terms(components, model.first + k, x, count, own.line(k) + from);
    }
    kernel::active().normalise_lines(lines, count * kTile, own.stride, kNegligible, own.terms.data() + from,
                                     own.log_densities.data() + from);
  }
  work(first * kTile, tiles, own);
}

Few::Sums Few::add_block(const Model& model, std::size_t block, const double* counted, Moments& moments) const {
  Sums sums;
  const bool is_beside = model.rest || model.density.noise();
  const double* means = model.density.components().means;
  look(model, block, [&](std::size_t first, std::size_t tiles, Room& own) {
    own.scratch.resize(std::max(own.scratch.size(), kernel::line_scratch(dim_)));
    const double *x = tiles_.data() + first * dim_, *weights = counted + first;
    for (std::size_t k = 0; k < model.count; ++k) {
      kernel::active().add_line_moments(x, tiles, dim_, own.line(k), weights, means + (model.first + k) * dim_,
                                        moments.second(), moments.of(model.first + k), own.scratch.data());
    }
    const std::size_t rows = std::min(tiles * kTile, size_ - first);
    sums.log_likelihood = sum_of_products(weights, own.log_densities.data(), rows);
    if (is_beside) sums.beside = sum_of_products(weights, own.line(model.count), rows);
  });
  return sums;
}

Moments Few::added_up(const Mixture& theta, Moments::Second second, const Values& counted) const {
  const Density density(theta, center_);
  const auto pivots = std::make_shared<const Values>(theta.means);
  const Model model{density, 0, theta.size()};
  asker_.looked_at(size_);
  const auto make = [&] { return Moments(theta.size(), dim_, second, pivots); };
  const auto add = [&](std::size_t block, Moments& moments) {
    const Sums sums = add_block(model, block, counted.data(), moments);
    moments.objective += sums.log_likelihood;
    moments.noise += sums.beside;
  };
  if (blocks() > 1) {
    return reduce(asker_.pool(), blocks(), make, add, [](Moments& left, Moments&& right) { left.merge(right); });
  }
  Moments moments = make();
  add(0, moments);
  return moments;
}

Few::Apart Few::expect_apart(std::span<const Share> shares, const Mixture& all, Moments::Second second) {
  const Few& any = *shares.front().rows;
  const Density density(all, any.center_);
  Apart apart{Moments(all.size(), any.dim_, second, std::make_shared<const Values>(all.means)), Values(shares.size())};
  std::vector<Model> models;
  std::size_t first = 0;
  for (const Share& share : shares) {
    models.push_back({density, first, share.components, share.rest.empty() ? nullptr : share.rest.data()});
    first += share.components;
    share.rows->asker_.looked_at(share.rows->size_);
  }
  any.asker_.pool().run(shares.size(), [&](std::size_t at) {
    const Few& X = *shares[at].rows;
    for (std::size_t block = 0; block < X.blocks(); ++block) {
      apart.log_likelihoods[at] += X.add_block(models[at], block, X.weights_.data(), apart.moments).log_likelihood;
    }
  });
  return apart;
}

Belonging Few::belonging(const Mixture& theta) const {
  const Density density(theta, center_);
  const std::size_t K = theta.size();
  const bool noisy = density.noise().has_value();
  Belonging all{Values(size_), Values(size_ * K), Values(noisy ? size_ : 0)};
  asker_.pool().run(blocks(), [&](std::size_t block) {
    look({density, 0, K}, block, [&](std::size_t first, std::size_t tiles, const Room& own) {
      const std::size_t rows = std::min(tiles * kTile, size_ - first);
      std::copy_n(own.log_densities.data(), rows, all.log_densities.data() + first);
      for (std::size_t k = 0; k < K; ++k) {
        const double* shares = own.line(k);
        for (std::size_t i = 0; i < rows; ++i) all.responsibilities[(first + i) * K + k] = shares[i];
      }
      if (noisy) std::copy_n(own.line(K), rows, all.noise.data() + first);
    });
  });
  asker_.looked_at(size_);
  return all;
}

Values Few::log_densities(const Mixture& theta) const {
  const Density density(theta, center_);
  Values all(size_);
  asker_.pool().run(blocks(), [&](std::size_t block) {
    look({density, 0, theta.size()}, block, [&](std::size_t first, std::size_t tiles, const Room& own) {
      std::copy_n(own.log_densities.data(), std::min(tiles * kTile, size_ - first), all.data() + first);
    });
  });
  asker_.looked_at(size_);
  return all;
}

Values Few::squared_distances(const Mixture& one) const {
  Values distances = log_densities(one);
  const double highest = *std::max_element(distances.begin(), distances.end());
  for (double& distance : distances) distance = 2 * (highest - distance);
  return distances;
}

Values Few::draw(Rng& rng, const Values& masses) const {
  const auto mass = [&](std::size_t i) { return masses.empty() ? weights_[i] : weights_[i] * masses[i]; };
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
    row[j] = center_[j] + tiles_[(chosen / kTile * dim_ + j) * kTile + chosen % kTile];
  }
  return row;
}

}  // namespace mixseed
