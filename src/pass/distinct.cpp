#include "pass/distinct.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include "pass/part.h"

namespace mixseed {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Collects the distinct values of one column of a window in a hash table with linear probing. At twice the required
// number it drops the values with the larger hashes; most later values are then rejected by their hash alone.
class Collector {
 public:
  // For a window of this many rows. Values with hashes above the limit are not wanted.
  Collector(std::size_t rows, std::uint64_t limit)
      : slots_(std::min(kMostSlots, std::bit_ceil(2 * rows))), limit_(limit) {}

  void add(double value, double weight) {
    const std::uint64_t hash = hash_of_value(value);
    if (hash > limit_) return;
    Slot& slot = slot_of(hash);
    if (slot.is_used) {
      slot.mass += weight;
    } else {
      slot = {hash, value + 0.0, weight, true};
      if (++used_ == 2 * DistinctValues::kMostValues) shrink();
    }
  }

  DistinctValues take() {
    std::vector<Slot> kept = least();
    DistinctValues column;
    column.complete = limit_ == kNoLimit && used_ <= DistinctValues::kMostValues;
    for (const Slot& slot : kept) {
      column.values.push_back(slot.value);
      column.masses.push_back(slot.mass);
    }
    return column;
  }

 private:
  static constexpr std::size_t kMostSlots = 4 * DistinctValues::kMostValues;
  struct Slot {
    std::uint64_t hash = 0;
    double value = 0, mass = 0;
    bool is_used = false;
  };

  // The slot of this hash, used or free.
  Slot& slot_of(std::uint64_t hash) {
    std::size_t at = hash % slots_.size();
    while (slots_[at].is_used && slots_[at].hash != hash) at = (at + 1) % slots_.size();
    return slots_[at];
  }

  // The values with the smallest hashes, ascending.
  std::vector<Slot> least() const {
    std::vector<Slot> all;
    std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(all), [](const Slot& slot) { return slot.is_used; });
    std::sort(all.begin(), all.end(), [](const Slot& a, const Slot& b) { return a.hash < b.hash; });
    all.resize(std::min(all.size(), DistinctValues::kMostValues));
    return all;
  }

  void shrink() {
    const std::vector<Slot> kept = least();
    limit_ = kept.back().hash;
    used_ = kept.size();
    std::fill(slots_.begin(), slots_.end(), Slot{});
    for (const Slot& one : kept) slot_of(one.hash) = one;
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t limit_;
};

// The least upper bound known of the hashes that the answer keeps. Windows that begin later reject most of their values
// by it. It changes no answer: a window that has more values than are kept bounds the hashes of all.
class Limit {
 public:
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }
  void lower_to(const DistinctValues& column) {
    if (column.complete || column.values.size() < DistinctValues::kMostValues) return;
    const std::uint64_t own = hash_of_value(column.values.back());
    std::uint64_t before = value();
    while (own < before && !value_.compare_exchange_weak(before, own, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<std::uint64_t> value_{kNoLimit};
};

}  // namespace

void DistinctSample::merge(DistinctSample&& right) {
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j].merge(std::move(right.columns[j]));
}

DistinctValues distinct_of(std::span<const double> values, std::span<const double> weights) {
  Collector collector(std::max<std::size_t>(values.size(), 1), kNoLimit);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights[i] > 0) collector.add(values[i], weights[i]);
  }
  return collector.take();
}

DistinctSample answer(const SampleDistinct&, Part& part) {
  const std::size_t dim = part.dim(), blocks = part.rows().blocks();
  std::vector<Limit> limits(dim);
  const auto window = [&](std::size_t number, DistinctSample& sample) {
    const std::size_t first = number * kBlocksOfWindow, rows = std::min(kWindow, part.size() - number * kWindow);
    std::vector<Collector> columns;
    for (const Limit& limit : limits) columns.emplace_back(rows, limit.value());
    for (std::size_t b = first; b < std::min(blocks, first + kBlocksOfWindow); ++b) {
      part.with_block(b, {}, nullptr, [&](const Block& block) {
        for (std::size_t i = 0; i < block.rows; ++i) {
          const double weight = block.weight(i);
          if (!(weight > 0)) continue;
          for (std::size_t j = 0; j < dim; ++j) columns[j].add(block.row[i][j], weight);
        }
      });
    }
    for (std::size_t j = 0; j < dim; ++j) {
      sample.columns[j] = columns[j].take();
      limits[j].lower_to(sample.columns[j]);
    }
  };
  const auto nothing = [&] { return DistinctSample{std::vector<DistinctValues>(dim)}; };
  return reduce(part.pool(), part.rows().windows(), nothing, window);
}

}  // namespace mixseed
