#include "model/proximity.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

#include "base/spare.h"
#include "model/shares.h"

namespace mixseed {

using kernel::kTile;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Rounding must not make a bound sharper than it is.
constexpr double kSlack = 1e-10;
constexpr std::size_t kTilesOfBlock = kernel::kBlock / kTile;
// Rows change their places only among so many neighbours.
constexpr std::size_t kWindow = 16 * kernel::kBlock;
// So many numbers (32 MB) are kept twice, for speed.
constexpr std::size_t kMostKept = std::size_t{1} << 22;

double distance(const double* a, const double* b, std::size_t dim) {
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(sum);
}

double largest_root(const double* squares) {
  return std::sqrt(*std::max_element(squares, squares + kTile)) * (1 + kSlack);
}

// The numbers among the labels of a tile. Returns how many.
std::size_t distinct(const std::uint32_t* labels, std::uint32_t* list) {
  list[0] = labels[0];
  std::size_t count = 1;
  for (std::size_t i = 1; i < kTile; ++i) {
    if (labels[i] == labels[0] || std::find(list, list + count, labels[i]) != list + count) continue;
    list[count++] = labels[i];
  }
  return count;
}

}  // namespace

// The tiles of one block.
class Proximity::Tiles {
 public:
  Tiles(Proximity& all, std::size_t block, Flags& touched)
      : all_(all),
        block_number_(block),
        touched_(touched),
        spheres_{all.X_.dim(), all.means_.data(), all.precisions_.data()},
        x_(all.tiles_.empty() ? all.X_.dim() * kTile : 0),
        zero_(all.X_.dim(), 0.0),
        list_(all.stride_ + kTile) {}

  // One more centre, for the nearest mean alone: it has no precision yet.
  void look_at(std::uint32_t number, std::size_t tile) {
    kernel::Nearest state = start(tile);
    const double* x = rows_of(tile);
    std::uint32_t own[kTile];
    consider(own, distinct(state.labels, own), x, state);
    consider(&number, 1, x, state);
    note(tile, state);
  }

  // Compares the rows with every component that can be nearer or tighter than those they had, wherever these are now.
  void look_at_all(std::size_t tile) {
    kernel::Nearest state = start(tile);
    const double* x = rows_of(tile);
    std::uint32_t own[kTile];
    const std::size_t groups = distinct(state.labels, own);
    double radius = all_.radius_[tile] + all_.drift_[own[0]], reach = radius / all_.sizes_[own[0]] * (1 + kSlack);
    if (groups > 1 || !(reach < kInfinity)) {
      consider(own, groups, x, state);
      radius = largest_root(state.near);
      reach = largest_root(state.m);
      state = start(tile);  // so that of several at the same distance the lowest one is found
    }
    const auto close_to = [&](std::uint32_t k) {
      return kernel::active().within(all_.gaps_.data() + k * all_.stride_, all_.sizes_.data(), all_.precisions_.size(),
                                     radius, reach, list_.data());
    };
    if (groups == 1) {
      consider(list_.data(), close_to(own[0]), x, state);
    } else {
      std::vector<std::uint8_t> close(all_.stride_, 0);
      for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t count = close_to(own[g]);
        for (std::size_t s = 0; s < count; ++s) close[list_[s]] = 1;
      }
      std::size_t count = 0;
      for (std::uint32_t k = 0; k < all_.precisions_.size(); ++k) {
        if (close[k]) list_[count++] = k;
      }
      consider(list_.data(), count, x, state);
    }
    for (std::size_t i = 0; i < count_of(tile); ++i) all_.m_[row_at(tile * kTile + i)] = state.m[i];
    note(tile, state);
  }

  // Where rows are kept twice: has them in the present order.
  void keep(std::size_t tile) {
    const std::size_t dim = all_.X_.dim();
    load();
    transpose(tile, all_.tiles_.data() + tile * kTile * dim);
  }

 private:
  kernel::Nearest start(std::size_t tile) const {
    kernel::Nearest state;
    std::copy_n(all_.labels_.data() + tile * kTile, kTile, state.labels);
    std::fill_n(state.near, kTile, kInfinity);
    std::fill_n(state.m, kTile, kInfinity);
    return state;
  }
  const double* rows_of(std::size_t tile) {
    if (!all_.tiles_.empty()) return all_.tiles_.data() + tile * kTile * all_.X_.dim();
    load();
    transpose(tile, x_.data());
    return x_.data();
  }
  void load() {
    if (!block_.rows) block_ = all_.X_.load(block_number_, all_.order_, room_);
  }
  void transpose(std::size_t tile, double* x) const {
    const std::size_t first = (tile - block_number_ * kTilesOfBlock) * kTile;
    kernel::active().transpose(block_.row, first, count_of(tile), all_.X_.dim(), zero_.data(), x);
  }
  void consider(const std::uint32_t* list, std::size_t count, const double* x, kernel::Nearest& state) const {
    kernel::active().nearest(spheres_, list, count, x, state);
  }
  // Takes down what has become of a tile.
  void note(std::size_t tile, const kernel::Nearest& state) {
    std::uint32_t* labels = all_.labels_.data() + tile * kTile;
    for (std::size_t i = 0; i < kTile; ++i) {
      if (state.labels[i] != labels[i]) touched_[state.labels[i]] = touched_[labels[i]] = 1;
      labels[i] = state.labels[i];
    }
    all_.radius_[tile] = largest_root(state.near);
  }
  std::size_t count_of(std::size_t tile) const { return std::min(kTile, all_.X_.size() - tile * kTile); }
  std::size_t row_at(std::size_t place) const { return all_.order_.empty() ? place : all_.order_[place]; }

  Proximity& all_;
  std::size_t block_number_;
  Flags& touched_;
  kernel::Spheres spheres_;
  Points::Room room_;
  Block block_{};
  std::vector<double> x_, zero_;
  std::vector<std::uint32_t> list_;
};

Proximity::Proximity(const Points& X, std::size_t most)
    : X_(X), stride_(kernel::rounded_up(most, kTile)), gaps_(stride_ * stride_, kInfinity), m_(X.size(), kInfinity) {
  const std::size_t tiles = (X.size() + kTile - 1) / kTile;
  labels_.assign(tiles * kTile, 0);
  radius_.assign(tiles, kInfinity);
  sizes_.assign(stride_, 0.0);
  if (tiles * kTile * X.dim() > kMostKept) return;
  tiles_.resize(tiles * kTile * X.dim());
  Flags none;
  for_each_tile(none, [](Tiles& part, std::size_t tile) { part.keep(tile); });
}

template <typename Work>
void Proximity::for_each_tile(Flags& touched, const Work& work) {
  std::mutex mutex;
  X_.pool().run(X_.blocks(), [&](std::size_t block) {
    Flags mine(touched.size(), 0);
    Tiles tiles(*this, block, mine);
    const std::size_t end = std::min(radius_.size(), (block + 1) * kTilesOfBlock);
    for (std::size_t tile = block * kTilesOfBlock; tile < end; ++tile) work(tiles, tile);
    const std::lock_guard lock(mutex);
    for (std::size_t k = 0; k < mine.size(); ++k) touched[k] |= mine[k];
  });
}

void Proximity::admit(std::span<const double> center, Flags& touched) {
  const std::size_t K = precisions_.size(), dim = X_.dim();
  means_.insert(means_.end(), center.begin(), center.end());
  precisions_.push_back(0.0);
  touched.resize(K + 1, 0);
  std::vector<double> gaps(K);
  for (std::size_t k = 0; k < K; ++k) gaps[k] = distance(means_.data() + k * dim, center.data(), dim) * (1 - kSlack);
  for_each_tile(touched, [&](Tiles& tiles, std::size_t tile) {
    const std::uint32_t* labels = labels_.data() + tile * kTile;
    const auto can_lose = [&](std::uint32_t label) { return gaps[label] <= 2 * radius_[tile]; };
    if (std::any_of(labels, labels + kTile, can_lose)) tiles.look_at(static_cast<std::uint32_t>(K), tile);
  });
}

void Proximity::take_over(const std::vector<double>& means, const std::vector<double>& variances) {
  const std::size_t K = variances.size(), dim = X_.dim(), before = means_.size();
  means_.resize(K * dim);
  precisions_.resize(K);
  drift_.assign(K, 0.0);
  for (std::size_t k = 0; k < K; ++k) {
    precisions_[k] = 1 / variances[k];
    sizes_[k] = std::sqrt(variances[k]);
    const double* mean = means.data() + k * dim;
    const bool stays =
        gaps_[k * stride_ + k] == 0 && (k + 1) * dim <= before && std::equal(mean, mean + dim, means_.data() + k * dim);
    if (stays) continue;
    drift_[k] = (k + 1) * dim <= before ? distance(mean, means_.data() + k * dim, dim) * (1 + kSlack) : kInfinity;
    for (std::size_t l = 0; l < K; ++l) {
      const double gap = distance(mean, means.data() + l * dim, dim) * (1 - kSlack);
      gaps_[k * stride_ + l] = gaps_[l * stride_ + k] = gap;
    }
  }
  means_ = means;
}

void Proximity::follow(const std::vector<double>& means, const std::vector<double>& variances, Flags& touched) {
  take_over(means, variances);
  for_each_tile(touched, [&](Tiles& tiles, std::size_t tile) { tiles.look_at_all(tile); });
  if (variances.size() > grouped_for_ + grouped_for_ / 4) regroup();
}

Moments Proximity::moments_of(const std::vector<std::uint32_t>& which, Moments::Pivots pivots) const {
  std::vector<std::size_t> slots(precisions_.size(), which.size());
  for (std::size_t s = 0; s < which.size(); ++s) slots[which[s]] = s;
  const auto collect = [&](Shares& shares, const Block& block) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      const std::size_t slot = slots[labels_[block.first + i]];
      if (slot < which.size()) shares.add(slot, i, 1.0);
    }
  };
  Spare<Shares> spare;
  return X_.reduce_blocks([&] { return Moments(which.size(), X_.dim(), Moments::Second::diagonal, pivots); },
                          [&](Moments& sum, const Block& block) {
                            spare.with([&] { return std::make_unique<Shares>(which.size(), X_.dim()); },
                                       [&](Shares& shares) {
                                         collect(shares, block);
                                         shares.flush(block, sum);
                                       });
                          },
                          [](Moments& left, Moments&& right) { left.merge(right); }, order_);
}

// Rows with the same nearest mean are put side by side again.
void Proximity::regroup() {
  grouped_for_ = precisions_.size();
  const std::size_t n = X_.size();
  if (order_.empty()) {
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0U);
  }
  X_.pool().run((n + kWindow - 1) / kWindow, [&](std::size_t window) {
    const std::size_t first = window * kWindow, count = std::min(kWindow, n - first);
    std::vector<std::uint32_t> ends(grouped_for_ + 1, 0), order(count), labels(count);  // counting sort
    for (std::size_t i = 0; i < count; ++i) ++ends[labels_[first + i] + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t label = labels_[first + i], at = ends[label]++;
      order[at] = order_[first + i];
      labels[at] = label;
    }
    std::copy(order.begin(), order.end(), order_.begin() + static_cast<std::ptrdiff_t>(first));
    std::copy(labels.begin(), labels.end(), labels_.begin() + static_cast<std::ptrdiff_t>(first));
  });
  std::fill(labels_.begin() + static_cast<std::ptrdiff_t>(n), labels_.end(), labels_[n - 1]);
  std::fill(radius_.begin(), radius_.end(), kInfinity);  // not known of the new tiles
  Flags none;
  for_each_tile(none, [&](Tiles& tiles, std::size_t tile) {
    if (!tiles_.empty()) tiles.keep(tile);
  });
}

}  // namespace mixseed
