// Updates the tiles of NearestMeanBounds; only nearest_mean_bounds.cpp includes this.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pass/nearest_mean_bounds.h"
#include "pass/part.h"

namespace mixseed {

class NearestMeanBounds::TileUpdater {
 public:
  static constexpr std::size_t kTile = kernel::kTile;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Margin for rounding, also to single precision: a bound must never be too sharp.
  static constexpr double kMore = 1 + 1e-6;

  TileUpdater(NearestMeanBounds& all, std::size_t block, Flags& touched)
      : all_(all),
        block_number_(block),
        touched_(touched),
        spheres_{all.part_.dim(), all.means_.data(), all.precisions_.data()},
        x_(all.tiles_.empty() ? all.part_.dim() * kTile : 0),
        zero_(all.part_.dim(), 0.0),
        list_(all.stride_),
        least_(all.stride_) {
    std::iota(list_.begin(), list_.end(), 0U);
  }

  // Adds a center for the nearest mean alone: it has no precision yet. gaps = its distances from the others.
  void admit(std::uint32_t number, const double* gaps, std::size_t unit) {
    double bound = kInfinity;
    for_each_tile(unit, [&](std::size_t tile) {
      double gap = kInfinity;
      for_each_number(labels_of(tile), [&](std::uint32_t k) { gap = std::min(gap, gaps[k]); });
      if (gap > 2 * kMore * all_.radius_[tile]) {
        bound = std::min(bound, gap - all_.radius_[tile]);
        return;
      }
      double least = kInfinity, m[kTile] = {};
      std::uint32_t tight[kTile] = {};
      kernel::Nearest state{labels_of(tile), tight, near_of(tile), m, 0, 0};
      compare_tile(tile, &number, 1, false, state, all_.tracks_ ? &least : nullptr);
      bound = std::min(bound, std::sqrt(least));
    });
    if (all_.tracks_) all_.bounds_of(unit)[number] = lowered(bound / all_.yardstick_);
  }

  // Updates a unit to the present mixture, comparing it with every component.
  void renew_plainly(std::size_t unit) { compare_with_listed(unit, all_.precisions_.size(), true); }
  // The same, comparing it only with components that can matter.
  void renew(std::size_t unit) {
    double radius = 0, reach = 0;
    const bool stale = limits_of(unit, radius, reach);
    const auto& slacks = stale ? all_.slacks_ : all_.moved_slacks_;
    const std::size_t count = kernel::active().within(
        all_.bounds_of(unit), slacks.data(), all_.sizes_.data(), all_.precisions_.size(),
        static_cast<float>(radius * kMore / all_.yardstick_), static_cast<float>(reach * kMore), list_.data());
    if (count > 0) compare_with_listed(unit, count, stale);
  }

  // After the rows were sorted.
  void refresh(std::size_t unit) {
    for_each_tile(unit, [&](std::size_t tile) {
      if (!all_.tiles_.empty()) {
        load();
        transpose(tile, all_.tiles_.data() + tile * kTile * all_.part_.dim());
      }
      double loosest = 0;
      for (std::size_t i = 0; i < kTile; ++i) loosest = std::max(loosest, all_.m_[all_.order_[tile * kTile + i]]);
      all_.radius_[tile] = std::sqrt(*std::max_element(near_of(tile), near_of(tile) + kTile));
      all_.reach_[tile] = std::sqrt(loosest);
    });
  }

 private:
  // A bound outside single precision is shortened.
  static float lowered(double bound) { return static_cast<float>(std::min(bound, 1e30)); }

  std::uint32_t* labels_of(std::size_t tile) { return all_.labels_.data() + tile * kTile; }
  std::uint32_t* tight_of(std::size_t tile) { return all_.tight_.data() + tile * kTile; }
  double* near_of(std::size_t tile) { return all_.near_.data() + tile * kTile; }

  template <typename Work>
  void for_each_tile(std::size_t unit, const Work& work) {
    const std::size_t end = std::min(all_.radius_.size(), (unit + 1) * all_.unit_);
    for (std::size_t tile = unit * all_.unit_; tile < end; ++tile) work(tile);
  }
  // visit(k) for every label in a tile, perhaps repeatedly; mostly all rows have the same.
  template <typename Visit>
  static void for_each_number(const std::uint32_t* numbers, const Visit& visit) {
    std::uint32_t differences = 0;
    for (std::size_t i = 1; i < kTile; ++i) differences |= numbers[i] ^ numbers[0];
    for (std::size_t i = 0; i < (differences ? kTile : 1); ++i) visit(numbers[i]);
  }

  // Bounds a row's distance from its nearest mean, and its sqrt(m). Returns whether either may have changed.
  bool limits_of(std::size_t unit, double& radius, double& reach) {
    bool stale = false;
    for_each_tile(unit, [&](std::size_t tile) {
      for_each_number(labels_of(tile), [&](std::uint32_t k) {
        stale |= all_.changed_[k] != 0;
        radius = std::max(radius, all_.radius_[tile] + all_.changes_[k].drift);
      });
      for_each_number(tight_of(tile), [&](std::uint32_t k) {
        stale |= all_.changed_[k] != 0;
        reach = std::max(reach, all_.reach_[tile] * all_.changes_[k].growth + all_.changes_[k].offset);
      });
    });
    return stale;
  }

  void compare_with_listed(std::size_t unit, std::size_t count, bool is_new) {
    double* least = all_.tracks_ ? least_.data() : nullptr;
    if (least) std::fill_n(least, count, kInfinity);
    for_each_tile(unit, [&](std::size_t tile) {
      double m[kTile];
      const std::uint32_t* rows = all_.order_.data() + tile * kTile;
      for (std::size_t i = 0; !is_new && i < kTile; ++i) m[i] = all_.m_[rows[i]];
      kernel::Nearest state{labels_of(tile), tight_of(tile), near_of(tile), m, 0, 0};
      compare_tile(tile, list_.data(), count, is_new, state, least);
      for (std::size_t i = 0; i < kTile; ++i) all_.m_[rows[i]] = m[i];
      all_.reach_[tile] = std::sqrt(state.loosest);
    });
    float* bounds = all_.bounds_of(unit);
    for (std::size_t s = 0; least && s < count; ++s) {
      const std::uint32_t k = list_[s];
      bounds[k] = lowered(std::sqrt(least[s]) / all_.yardstick_ + all_.paths_[k]);
    }
  }

  void compare_tile(std::size_t tile, const std::uint32_t* list, std::size_t count, bool is_new, kernel::Nearest& state,
                    double* least) {
    std::uint32_t before[kTile], differences = 0;
    std::copy_n(state.labels, kTile, before);
    kernel::active().nearest(spheres_, list, count, rows_of(tile), is_new, state, least);
    for (std::size_t i = 0; i < kTile; ++i) differences |= before[i] ^ state.labels[i];
    for (std::size_t i = 0; differences && i < kTile; ++i) {
      if (before[i] != state.labels[i]) touched_[before[i]] = touched_[state.labels[i]] = 1;
    }
    all_.radius_[tile] = std::sqrt(state.farthest);
  }

  const double* rows_of(std::size_t tile) {
    if (!all_.tiles_.empty()) return all_.tiles_.data() + tile * kTile * all_.part_.dim();
    load();
    transpose(tile, x_.data());
    return x_.data();
  }
  void load() {
    if (block_.rows) return;
    const double* sorted = all_.sorted(block_number_);
    block_ = all_.part_.rows().load(block_number_, all_.order_, buffer_, sorted == nullptr);
    if (sorted) block_.row = {sorted, all_.part_.dim(), nullptr, block_.rows};
  }
  void transpose(std::size_t tile, double* x) const {
    const std::size_t first = (tile - block_number_ * kTilesOfBlock) * kTile, dim = all_.part_.dim();
    kernel::active().transpose(block_.row, first, std::min(kTile, block_.rows - first), dim, zero_.data(), x);
  }

  NearestMeanBounds& all_;
  std::size_t block_number_;
  Flags& touched_;
  kernel::SphericalComponents spheres_;
  BlockBuffer buffer_;
  Block block_{};
  std::vector<double> x_, zero_;
  std::vector<std::uint32_t> list_;
  std::vector<double> least_;
};

}  // namespace mixseed
