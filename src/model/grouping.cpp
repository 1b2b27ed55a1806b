#include "model/grouping.h"

#include <algorithm>
#include <numeric>

namespace mixseed {
namespace {

// Rows move only within windows of so many, so that the rows of a block come from one part of the memory.
constexpr std::size_t kBlocks = 16, kWindow = kBlocks * kernel::kBlock;
// A window is sorted again when more than one label in so many has changed, and copied when not more than one in so
// many has: while all rows move, it is not worth it.
constexpr std::size_t kPatience = 128, kCalm = 16;
// So many numbers (32 MB) are kept twice, for speed: rows that lie in the order in which they are used come faster. Not
// more, for restarts that run side by side have a copy each.
constexpr std::size_t kMostKept = std::size_t{1} << 22;

}  // namespace

void Grouping::begin(std::size_t n) {
  labels_.resize(n, 0);
  changes_.resize((n + kernel::kBlock - 1) / kernel::kBlock, 0);
  copied_.resize(changes_.size(), 0);
  changes_before_ = std::accumulate(changes_.begin(), changes_.end(), std::size_t{0});
}

std::size_t Grouping::changes_in(std::size_t window) const {
  const auto first = changes_.begin() + static_cast<std::ptrdiff_t>(window * kBlocks);
  const auto end = changes_.end() - first > static_cast<std::ptrdiff_t>(kBlocks)
                       ? first + static_cast<std::ptrdiff_t>(kBlocks)
                       : changes_.end();
  return std::accumulate(first, end, std::size_t{0});
}

void Grouping::finish(const Points& X, std::size_t components) {
  const std::size_t n = labels_.size();
  const bool all = !known();
  settled_ = !all && std::accumulate(changes_.begin(), changes_.end(), std::size_t{0}) == changes_before_;
  if (all) {
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0U);
    dim_ = X.dim();
    if (n * dim_ <= kMostKept) rows_.resize(n * dim_);
  }
  X.pool().run((n + kWindow - 1) / kWindow, [&](std::size_t window) {
    const std::size_t rows = std::min(kWindow, n - window * kWindow), changes = changes_in(window);
    const bool again = all || changes * kPatience > rows;
    if (again) sort(window, components);
    const bool calm = !all && changes * kCalm <= rows;
    if (!rows_.empty() && calm && !copied_[window * kBlocks]) copy(X, window);
  });
}

// A counting sort.
void Grouping::sort(std::size_t window, std::size_t components) {
  const std::size_t first = window * kWindow, count = std::min(kWindow, labels_.size() - first);
  std::vector<std::uint32_t> place(components + 1, 0), order(count), labels(count);
  for (std::size_t i = 0; i < count; ++i) ++place[labels_[first + i] + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t label = labels_[first + i], to = place[label]++;
    order[to] = order_[first + i];
    labels[to] = label;
  }
  std::copy(order.begin(), order.end(), order_.begin() + static_cast<std::ptrdiff_t>(first));
  std::copy(labels.begin(), labels.end(), labels_.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t b = window * kBlocks; b < std::min(changes_.size(), (window + 1) * kBlocks); ++b) {
    changes_[b] = copied_[b] = 0;
  }
}

void Grouping::copy(const Points& X, std::size_t window) {
  const std::size_t end = std::min(labels_.size(), (window + 1) * kWindow);
  for (std::size_t i = window * kWindow; i < end; ++i) X.copy_row(order_[i], rows_.data() + i * dim_);
  for (std::size_t b = window * kBlocks; b < std::min(copied_.size(), (window + 1) * kBlocks); ++b) copied_[b] = 1;
}

}  // namespace mixseed
