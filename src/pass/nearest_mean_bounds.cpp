#include "pass/nearest_mean_bounds.h"

#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

#include "model/density.h"
#include "pass/grow.h"
#include "pass/tile_updater.h"

namespace mixseed {

using kernel::kTile;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Computing this many distances takes less time than finding out which of them matter.
constexpr std::size_t kFew = 20;

double distance(const double* a, const double* b, std::size_t dim) {
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(sum);
}

// values[first + i] = the old values[first + from[i]].
template <typename Value>
void rearrange(std::vector<Value>& values, std::size_t first, const std::vector<std::uint32_t>& from) {
  std::vector<Value> moved;
  moved.reserve(from.size());
  for (const std::uint32_t i : from) moved.push_back(values[first + i]);
  std::copy(moved.begin(), moved.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

NearestMeanBounds::NearestMeanBounds(Part& part, std::size_t most, std::size_t most_bounds)
    : part_(part),
      most_(most),
      stride_(kernel::rounded_up(most, kTile)),
      unit_(1),
      m_(part.size(), kInfinity),
      tracks_(most > kFew),
      slacks_(stride_, 0.0F),
      moved_slacks_(stride_, 0.0F),
      sizes_(stride_, 0.0F),
      stale_(part.rows().windows()) {
  const std::size_t tiles = (part.size() + kTile - 1) / kTile;
  while (unit_ < kTilesOfBlock && tiles / unit_ * stride_ > most_bounds) unit_ *= 2;
  order_.resize(tiles * kTile, static_cast<std::uint32_t>(part.size() - 1));
  std::iota(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(part.size()), 0U);
  labels_.assign(tiles * kTile, 0);
  tight_.assign(tiles * kTile, 0);
  near_.assign(tiles * kTile, kInfinity);
  radius_.assign(tiles, kInfinity);
  reach_.assign(tiles, kInfinity);
  if (tracks_) bounds_.assign(units() * stride_, std::numeric_limits<float>::infinity());
  if (part.may_copy(tiles * kTile * part.dim())) tiles_.resize(tiles * kTile * part.dim());
  for_each_unit([](TileUpdater& updater, std::size_t unit) { updater.refresh(unit); });
}

const double* NearestMeanBounds::sorted(std::size_t block) const {
  return rows_.empty() ? nullptr : rows_.data() + block * kernel::kBlock * part_.dim();
}

template <typename Work>
void NearestMeanBounds::for_each_unit(const Work& work) {
  std::mutex mutex;
  for (Flags& stale : stale_) stale.resize(precisions_.size(), 1);
  part_.pool().run(part_.rows().blocks(), [&](std::size_t block) {
    Flags mine(precisions_.size(), 0);
    TileUpdater updater(*this, block, mine);
    const std::size_t count = kTilesOfBlock / unit_, end = std::min(units(), (block + 1) * count);
    for (std::size_t unit = block * count; unit < end; ++unit) work(updater, unit);
    const std::lock_guard lock(mutex);
    Flags& stale = stale_[block / kBlocksOfWindow];
    for (std::size_t k = 0; k < mine.size(); ++k) stale[k] |= mine[k];
  });
}

void NearestMeanBounds::admit(std::span<const double> center) {
  const std::size_t K = precisions_.size(), dim = part_.dim();
  means_.insert(means_.end(), center.begin(), center.end());
  precisions_.push_back(0.0);
  std::vector<double> gaps(K);
  for (std::size_t k = 0; k < K; ++k) gaps[k] = distance(means_.data() + k * dim, center.data(), dim);
  for_each_unit(
      [&](TileUpdater& updater, std::size_t unit) { updater.admit(static_cast<std::uint32_t>(K), gaps.data(), unit); });
}

// A component without a history is new, or was added by admit().
NearestMeanBounds::Change NearestMeanBounds::change_of(std::size_t k, const double* mean, double variance) const {
  const std::size_t dim = part_.dim();
  if (k >= paths_.size() && (k + 1) * dim > means_.size()) return {};
  const double drift = distance(mean, means_.data() + k * dim, dim);
  if (k >= paths_.size()) return {.drift = drift};
  const double precision = 1 / variance;
  return {.drift = drift, .growth = std::sqrt(precision / precisions_[k]), .offset = drift * std::sqrt(precision)};
}

void NearestMeanBounds::take_over(const std::vector<double>& means, const std::vector<double>& variances) {
  const std::size_t K = variances.size(), dim = part_.dim(), before = paths_.size();
  // Any length is valid; one of the order of the data keeps numbers in range.
  if (before == 0 && K > 1) yardstick_ = distance(means.data(), means.data() + dim, dim);
  if (!(yardstick_ > 0 && std::isfinite(yardstick_))) yardstick_ = 1;
  changes_.resize(K);
  changed_.resize(K);
  precisions_.resize(K);
  for (std::size_t k = 0; k < K; ++k) {
    changes_[k] = change_of(k, means.data() + k * dim, variances[k]);
    changed_[k] = k >= before || changes_[k].drift > 0 || precisions_[k] != 1 / variances[k];
    if (k >= before) paths_.push_back(0);
    paths_[k] += changes_[k].drift / yardstick_;
    precisions_[k] = 1 / variances[k];
    sizes_[k] = static_cast<float>(std::sqrt(variances[k]) / yardstick_ * TileUpdater::kMore);
    slacks_[k] = static_cast<float>(paths_[k] * TileUpdater::kMore);
    moved_slacks_[k] = changed_[k] ? slacks_[k] : -std::numeric_limits<float>::infinity();
  }
  means_ = means;
  variances_ = variances;
}

void NearestMeanBounds::follow(const std::vector<double>& means, const std::vector<double>& variances) {
  const std::size_t K = variances.size(), seen = means_.size() / part_.dim();
  for (std::size_t unit = 0; tracks_ && seen < K && unit < units(); ++unit) {
    std::fill(bounds_of(unit) + seen, bounds_of(unit) + K, 0.0F);
  }
  take_over(means, variances);
  for_each_unit(
      [&](TileUpdater& updater, std::size_t unit) { K <= kFew ? updater.renew_plainly(unit) : updater.renew(unit); });
}

void NearestMeanBounds::assign(const std::vector<double>& means) {
  if (means == means_) return;
  const bool one_more = !means_.empty() && means.size() == means_.size() + part_.dim() &&
                        paths_.size() == precisions_.size() && std::equal(means_.begin(), means_.end(), means.begin());
  if (one_more) return admit(std::span(means).last(part_.dim()));
  std::vector<double> variances = variances_;
  variances.resize(means.size() / part_.dim(), 1.0);
  follow(means, variances);
}

void NearestMeanBounds::arrange(const ModelPtr& centers) {
  if (are_equal(centers, order_model_)) return;
  std::vector<std::uint32_t> labels(part_.size(), 0);  // by row
  if (centers && std::get<Centers>(*centers).points == means_) {
    for (std::size_t place = 0; place < labels.size(); ++place) labels[order_[place]] = labels_[place];
  } else if (centers) {
    labels = best_components(part_, *centers);
  }
  order_model_ = centers;
  sums_.clear();
  part_.pool().run(part_.rows().windows(),
                   [&](std::size_t window) { sort_window(window, labels, order_model_ ? size_of(*order_model_) : 1); });
  rows_.resize(order_model_ && !tiles_.empty() ? part_.size() * part_.dim() : 0);
  part_.pool().run(part_.rows().blocks(), [&](std::size_t block) {
    const std::size_t end = std::min(part_.size(), (block + 1) * kernel::kBlock);
    for (std::size_t place = block * kernel::kBlock; !rows_.empty() && place < end; ++place) {
      part_.rows().copy_row(order_[place], rows_.data() + place * part_.dim());
    }
  });
  for_each_unit([](TileUpdater& updater, std::size_t unit) { updater.refresh(unit); });
}

// Sorts rows by their nearest mean, or restores their original order. A new unit gets the smallest of the bounds of the
// units that its rows come from.
void NearestMeanBounds::sort_window(std::size_t window, const std::vector<std::uint32_t>& labels,
                                    std::size_t components) {
  const std::size_t first = window * kWindow, count = std::min(kWindow, part_.size() - first);
  std::vector<std::uint32_t> place(count);  // of every row
  for (std::uint32_t i = 0; i < count; ++i) place[order_[first + i] - first] = i;
  std::vector<std::uint32_t> from = places_by_label(std::span(labels).subspan(first, count), components);
  for (std::uint32_t& row : from) row = place[row];
  // The last tile is padded with its last row.
  from.resize(kernel::rounded_up(count, kTile), from.back());
  rearrange(order_, first, from);
  rearrange(labels_, first, from);
  rearrange(tight_, first, from);
  rearrange(near_, first, from);
  if (!tracks_) return;
  const std::size_t rows = unit_ * kTile, first_unit = first / rows, end = (first + count + rows - 1) / rows;
  const std::vector<float> before(bounds_of(first_unit), bounds_of(end));
  std::fill(bounds_of(first_unit), bounds_of(end), std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < count; ++i) {
    float* bounds = bounds_of((first + i) / rows);
    const float* old = before.data() + from[i] / rows * stride_;
    for (std::size_t k = 0; k < precisions_.size(); ++k) bounds[k] = std::min(bounds[k], old[k]);
  }
}

// Takes over what has not changed since the last question.
void NearestMeanBounds::sum_up(std::size_t window, Moments& sums, const Moments* before) {
  const std::size_t K = precisions_.size(), dim = part_.dim();
  Flags& stale = stale_[window];
  stale.resize(K, 1);
  const std::size_t length = kernel::moments_length(sums.second(), dim);
  for (std::size_t k = 0; k < K; ++k) {
    const bool kept =
        before && k < before->size() && !stale[k] && std::equal(sums.pivot(k), sums.pivot(k) + dim, before->pivot(k));
    stale[k] = !kept;
    if (kept) std::copy_n(before->of(k), length, sums.of(k));
  }
  const std::size_t end = std::min(part_.rows().blocks(), (window + 1) * kBlocksOfWindow);
  part_.with_tile_scratch(most_, [&](TileScratch& scratch) {
    for (std::size_t number = window * kBlocksOfWindow; number < end; ++number) {
      part_.with_block(number, order_, sorted(number), [&](const Block& block) {
        for (std::size_t i = 0; i < block.rows; ++i) {
          const std::uint32_t k = labels_[block.first + i];
          if (stale[k]) scratch.row_lists.add(k, i, 1.0);
        }
        scratch.row_lists.flush(block, sums);
      });
    }
  });
  stale.assign(K, 0);
}

Moments NearestMeanBounds::sums(const Moments::Pivots& pivots) {
  const std::size_t K = precisions_.size();
  std::vector<Moments> now(part_.rows().windows(), Moments(K, part_.dim(), Moments::Second::diagonal, pivots));
  part_.prepare_tile_scratch(most_);
  part_.pool().run(now.size(),
                   [&](std::size_t window) { sum_up(window, now[window], sums_.empty() ? nullptr : &sums_[window]); });
  sums_ = std::move(now);
  Pool alone(1);
  return reduce(
      alone, sums_.size(), [&] { return Moments(K, part_.dim(), Moments::Second::diagonal, pivots); },
      [&](std::size_t window, Moments& sum) { sum = sums_[window]; });
}

namespace {

// Limits the hint of a question, which may be any number: at most this many, or twice the present components.
constexpr std::size_t kMostHinted = 1024;

// The part's bounds, with room for at least this many components; new ones if the old ones have seen more.
NearestMeanBounds& bounds_of_part(Part& part, std::size_t components, std::size_t most) {
  if (!part.nearest_mean_bounds || part.nearest_mean_bounds->most() < components ||
      part.nearest_mean_bounds->components() > components) {
    const std::size_t hinted = std::min(most, std::max(kMostHinted, 2 * components));
    part.nearest_mean_bounds = std::make_unique<NearestMeanBounds>(part, std::max(hinted, components));
  }
  return *part.nearest_mean_bounds;
}

}  // namespace

const std::vector<double>& min_mahalanobis(Part& part, const Mixture& theta) {
  NearestMeanBounds& bounds = bounds_of_part(part, theta.size(), 2 * theta.size());
  bounds.follow(theta.means, theta.covariances);
  return bounds.min_mahalanobis();
}

Moments answer(const Grow& question, Part& part) {
  NearestMeanBounds& bounds = bounds_of_part(part, question.means.size() / part.dim(), question.most);
  bounds.arrange(question.sorted_by);
  bounds.assign(question.means);
  return bounds.sums(std::make_shared<const std::vector<double>>(question.pivots));
}

}  // namespace mixseed
