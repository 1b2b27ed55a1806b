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

// What is worked in, kept from block to block.
struct Room {
  Values terms, log_densities, scratch;
};
Room& room() {
  thread_local Room own;
  return own;
}

}  // namespace

// A mixture about the center of the tiles.
class Few::Model {
 public:
  Model(const Mixture& theta, const Values& center) : density_(theta), means_(density_.means()) {
    const std::size_t dim = density_.dim();
    for (std::size_t at = 0; at < means_.size(); ++at) means_[at] -= center[at % dim];
    components_ = density_.components();
    components_.means = means_.data();
    if (components_.shape != kernel::Shape::triangular) return;
    shifts_.assign(means_.size(), 0.0);
    for (std::size_t k = 0; k < density_.size(); ++k) {
      const double* factor = components_.factors + k * components_.factor_stride;
      for (std::size_t j = 0; j < dim; factor += ++j) {
        for (std::size_t l = 0; l <= j; ++l) shifts_[k * dim + j] += factor[l] * means_[k * dim + l];
      }
    }
    components_.shifts = shifts_.data();
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  std::size_t size() const { return density_.size(); }
  const std::optional<double>& noise() const { return density_.noise(); }
  const Values& means() const { return density_.means(); }
  const double* pivot(std::size_t k) const { return means_.data() + k * density_.dim(); }
  const kernel::Components& components() const { return components_; }

 private:
  Density density_;
  Values means_, shifts_;
  kernel::Components components_;
};

Few::Few(const Team& asker, const DataView& rows) : Few(asker, rows, all_of(rows.rows()), weights_of(rows)) {}

Few::Few(const Team& asker, const DataView& rows, std::span<const std::size_t> chosen, Values weights)
    : asker_(asker),
      size_(chosen.size()),
      dim_(rows.columns()),
      center_(dim_, 0.0),
      tiles_(kernel::rounded_up(size_, kTile) * dim_),
      weights_(std::move(weights)) {
  for (const double weight : weights_) observations_ += weight;
  weights_.resize(kernel::rounded_up(size_, kTile));
  for (std::size_t j = 0; j < dim_; ++j) {
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
void Few::look(const Model& model, std::size_t block, const Work& work, const double* rest) const {
  const std::size_t first = block * kTilesOfBlock, tiles = std::min(kTilesOfBlock, weights_.size() / kTile - first);
  const std::size_t length = tiles * kTile, lines = model.size() + (rest || model.noise());
  Room& own = room();
  own.terms.resize(std::max(own.terms.size(), lines * length));
  own.log_densities.resize(std::max(own.log_densities.size(), length));
  const double* x = tiles_.data() + first * kTile * dim_;
  for (std::size_t k = 0; k < model.size(); ++k) {
    kernel::active().line_of_terms(model.components(), k, x, tiles, own.terms.data() + k * length);
  }
  if (model.noise()) std::fill_n(own.terms.data() + model.size() * length, length, *model.noise());
  if (rest) std::copy_n(rest + first * kTile, length, own.terms.data() + model.size() * length);
  kernel::active().normalise_lines(lines, length, kNegligible, own.terms.data(), own.log_densities.data());
  work(first * kTile, tiles, own);
}

Moments Few::added_up(const Mixture& theta, Moments::Second second, const Values& counted, const double* rest) const {
  const Model model(theta, center_);
  const auto pivots = std::make_shared<const Values>(model.means());
  const bool is_beside = rest || model.noise();
  const auto work = [&](Moments& moments) {
    return [&](std::size_t first, std::size_t tiles, Room& own) {
      own.scratch.resize(std::max(own.scratch.size(), kernel::line_scratch(dim_)));
      const double *x = tiles_.data() + first * dim_, *weights = counted.data() + first;
      const std::size_t length = tiles * kTile;
      for (std::size_t k = 0; k < model.size(); ++k) {
        kernel::active().add_line_moments(x, tiles, dim_, own.terms.data() + k * length, weights, model.pivot(k),
                                          second, moments.of(k), own.scratch.data());
      }
      for (std::size_t i = 0; i < std::min(length, size_ - first); ++i) {
        moments.objective += weights[i] * own.log_densities[i];
        if (is_beside) moments.noise += weights[i] * own.terms[model.size() * length + i];
      }
    };
  };
  const auto add = [&](std::size_t block, Moments& moments) { look(model, block, work(moments), rest); };
  asker_.looked_at(size_);
  const auto make = [&] { return Moments(model.size(), dim_, second, pivots); };
  if (blocks() > 1) {
    return reduce(asker_.pool(), blocks(), make, add, [](Moments& left, Moments&& right) { left.merge(right); });
  }
  Moments moments = make();
  add(0, moments);
  return moments;
}

Belonging Few::belonging(const Mixture& theta) const {
  const Model model(theta, center_);
  const std::size_t K = model.size();
  Belonging all{Values(size_), Values(size_ * K), Values(model.noise() ? size_ : 0)};
  asker_.pool().run(blocks(), [&](std::size_t block) {
    look(model, block, [&](std::size_t first, std::size_t tiles, const Room& own) {
      const std::size_t length = tiles * kTile, rows = std::min(length, size_ - first);
      std::copy_n(own.log_densities.data(), rows, all.log_densities.data() + first);
      for (std::size_t k = 0; k < K; ++k) {
        const double* shares = own.terms.data() + k * length;
        for (std::size_t i = 0; i < rows; ++i) all.responsibilities[(first + i) * K + k] = shares[i];
      }
      if (model.noise()) std::copy_n(own.terms.data() + K * length, rows, all.noise.data() + first);
    });
  });
  asker_.looked_at(size_);
  return all;
}

Values Few::log_densities(const Mixture& theta) const {
  const Model model(theta, center_);
  Values all(size_);
  asker_.pool().run(blocks(), [&](std::size_t block) {
    look(model, block, [&](std::size_t first, std::size_t tiles, const Room& own) {
      std::copy_n(own.log_densities.data(), std::min(tiles * kTile, size_ - first), all.data() + first);
    });
  });
  asker_.looked_at(size_);
  return all;
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
