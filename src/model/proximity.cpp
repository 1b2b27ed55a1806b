#include "model/proximity.h"

#include <mutex>
#include <numeric>

#include "model/proximity_part.h"
#include "model/window.h"

namespace mixseed {

using kernel::kTile;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// To look at so many components takes less time than to find out which of them matter.
constexpr std::size_t kFew = 20;

double distance(const double* a, const double* b, std::size_t dim) {
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(sum);
}

}  // namespace

Proximity::Proximity(const Points& X, std::size_t most, std::size_t most_bounds)
    : X_(X),
      stride_(kernel::rounded_up(most, kTile)),
      unit_(1),
      m_(X.size(), kInfinity),
      tracks_(most > kFew),
      yardstick_(std::sqrt(X.facts().mean_variance)),
      slacks_(stride_, 0.0F),
      moved_slacks_(stride_, 0.0F),
      sizes_(stride_, 0.0F) {
  const std::size_t tiles = (X.size() + kTile - 1) / kTile;
  while (unit_ < kTilesOfBlock && tiles / unit_ * stride_ > most_bounds) unit_ *= 2;
  order_.resize(tiles * kTile, static_cast<std::uint32_t>(X.size() - 1));
  std::iota(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(X.size()), 0U);
  labels_.assign(tiles * kTile, 0);
  tight_.assign(tiles * kTile, 0);
  near_.assign(tiles * kTile, kInfinity);
  radius_.assign(tiles, kInfinity);
  reach_.assign(tiles, kInfinity);
  if (tracks_) bounds_.assign(units() * stride_, std::numeric_limits<float>::infinity());
  if (tiles * kTile * X.dim() <= kMostKept) tiles_.resize(tiles * kTile * X.dim());
  Flags none;
  for_each_unit(none, [](Part& part, std::size_t unit) { part.settle(unit); });
}

template <typename Work>
void Proximity::for_each_unit(Flags& touched, const Work& work) {
  std::mutex mutex;
  X_.pool().run(X_.blocks(), [&](std::size_t block) {
    Flags mine(touched.size(), 0);
    Part part(*this, block, mine);
    const std::size_t count = kTilesOfBlock / unit_, end = std::min(units(), (block + 1) * count);
    for (std::size_t unit = block * count; unit < end; ++unit) work(part, unit);
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
  for (std::size_t k = 0; k < K; ++k) gaps[k] = distance(means_.data() + k * dim, center.data(), dim);
  for_each_unit(touched,
                [&](Part& part, std::size_t unit) { part.admit(static_cast<std::uint32_t>(K), gaps.data(), unit); });
}

// A component without a history is new to the rows, or has come by admit().
Proximity::Change Proximity::change_of(std::size_t k, const double* mean, double variance) const {
  const std::size_t dim = X_.dim();
  if (k >= paths_.size() && (k + 1) * dim > means_.size()) return {};
  const double drift = distance(mean, means_.data() + k * dim, dim);
  if (k >= paths_.size()) return {.drift = drift};
  const double precision = 1 / variance;
  return {.drift = drift, .growth = std::sqrt(precision / precisions_[k]), .offset = drift * std::sqrt(precision)};
}

void Proximity::take_over(const std::vector<double>& means, const std::vector<double>& variances) {
  const std::size_t K = variances.size(), dim = X_.dim(), before = paths_.size();
  changes_.resize(K);
  changed_.resize(K);
  precisions_.resize(K);
  for (std::size_t k = 0; k < K; ++k) {
    changes_[k] = change_of(k, means.data() + k * dim, variances[k]);
    changed_[k] = k >= before || changes_[k].drift > 0 || precisions_[k] != 1 / variances[k];
    if (k >= before) paths_.push_back(0);
    paths_[k] += changes_[k].drift / yardstick_;
    precisions_[k] = 1 / variances[k];
    sizes_[k] = static_cast<float>(std::sqrt(variances[k]) / yardstick_ * Part::kMore);
    slacks_[k] = static_cast<float>(paths_[k] * Part::kMore);
    moved_slacks_[k] = changed_[k] ? slacks_[k] : -std::numeric_limits<float>::infinity();
  }
  means_ = means;
}

void Proximity::follow(const std::vector<double>& means, const std::vector<double>& variances, Flags& touched) {
  const bool admitted = means_.size() == means.size();
  for (std::size_t unit = 0; tracks_ && !admitted && unit < units(); ++unit) bounds_of(unit)[variances.size() - 1] = 0;
  take_over(means, variances);
  if (variances.size() <= kFew) {
    for_each_unit(touched, [](Part& part, std::size_t unit) { part.renew_plainly(unit); });
  } else {
    for_each_unit(touched, [](Part& part, std::size_t unit) { part.renew(unit); });
  }
  if (tracks_ && variances.size() >= kFew && variances.size() > grouped_for_ + grouped_for_ / 4) regroup();
}

SphereSums Proximity::sums_of(const std::vector<std::uint32_t>& which) const {
  std::vector<std::uint32_t> slots(precisions_.size(), kernel::kNowhere);
  for (std::uint32_t s = 0; s < which.size(); ++s) slots[which[s]] = s;
  const kernel::Spheres spheres{X_.dim(), means_.data(), precisions_.data()};
  return X_.reduce_blocks([&] { return SphereSums(which.size(), X_.dim()); },
                          [&](SphereSums& sums, const Block& block) {
                            kernel::active().add_to_spheres(
                                {block.row, labels_.data() + block.first, near_.data() + block.first, block.weights},
                                spheres, slots.data(), sums.data());
                          },
                          [](SphereSums& left, SphereSums&& right) { left.merge(right); }, order_,
                          [&](std::size_t block) { return sorted(block); });
}

// Rows with the same nearest mean are put side by side again.
void Proximity::regroup() {
  grouped_for_ = precisions_.size();
  X_.pool().run((X_.size() + kWindow - 1) / kWindow, [&](std::size_t window) { sort_window(window); });
  if (!tiles_.empty()) rows_.resize(X_.size() * X_.dim());
  X_.pool().run(X_.blocks(), [&](std::size_t block) {
    const std::size_t end = std::min(X_.size(), (block + 1) * kernel::kBlock);
    for (std::size_t place = block * kernel::kBlock; !rows_.empty() && place < end; ++place) {
      X_.copy_row(order_[place], rows_.data() + place * X_.dim());
    }
  });
  Flags none;
  for_each_unit(none, [](Part& part, std::size_t unit) { part.settle(unit); });
}

// The new units have the smallest bounds of those that their rows come from.
void Proximity::sort_window(std::size_t window) {
  const std::size_t first = window * kWindow, count = std::min(kWindow, X_.size() - first);
  auto from = places_by_label({labels_.data() + first, count}, grouped_for_);
  // The last tile is filled up with its last row.
  from.resize(kernel::rounded_up(count, kTile), from.back());
  rearrange(order_, first, from);
  rearrange(labels_, first, from);
  rearrange(tight_, first, from);
  rearrange(near_, first, from);
  const std::size_t rows = unit_ * kTile, first_unit = first / rows, end = (first + count + rows - 1) / rows;
  const std::vector<float> before(bounds_of(first_unit), bounds_of(end));
  std::fill(bounds_of(first_unit), bounds_of(end), std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < count; ++i) {
    float* bounds = bounds_of((first + i) / rows);
    const float* old = before.data() + from[i] / rows * stride_;
    for (std::size_t k = 0; k < grouped_for_; ++k) bounds[k] = std::min(bounds[k], old[k]);
  }
}

}  // namespace mixseed
