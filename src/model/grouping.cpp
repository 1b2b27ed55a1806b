#include "model/grouping.h"

#include <algorithm>
#include <numeric>

#include "model/window.h"

namespace mixseed {
namespace {

// A window is sorted again when more than one label in so many has changed, and copied when not more than one in so
// many has: while all rows move, it is not worth it.
constexpr std::size_t kPatience = 128, kCalm = 16;

}  // namespace

void Grouping::begin(std::size_t n) {
  labels_.resize(n, 0);
  changes_.resize((n + kernel::kBlock - 1) / kernel::kBlock, 0);
  copied_.resize(changes_.size(), 0);
  changes_before_ = std::accumulate(changes_.begin(), changes_.end(), std::size_t{0});
}

std::size_t Grouping::changes_in(std::size_t window) const {
  const auto first = changes_.begin() + static_cast<std::ptrdiff_t>(window * kBlocksOfWindow);
  const auto end = changes_.end() - first > static_cast<std::ptrdiff_t>(kBlocksOfWindow)
                       ? first + static_cast<std::ptrdiff_t>(kBlocksOfWindow)
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
    if (!rows_.empty() && calm && !copied_[window * kBlocksOfWindow]) copy(X, window);
  });
}

void Grouping::sort(std::size_t window, std::size_t components) {
  const std::size_t first = window * kWindow, count = std::min(kWindow, labels_.size() - first);
  const auto from = places_by_label({labels_.data() + first, count}, components);
  rearrange(order_, first, from);
  rearrange(labels_, first, from);
  for (std::size_t b = window * kBlocksOfWindow; b < std::min(changes_.size(), (window + 1) * kBlocksOfWindow); ++b) {
    changes_[b] = copied_[b] = 0;
  }
}

void Grouping::copy(const Points& X, std::size_t window) {
  const std::size_t end = std::min(labels_.size(), (window + 1) * kWindow);
  for (std::size_t i = window * kWindow; i < end; ++i) X.copy_row(order_[i], rows_.data() + i * dim_);
  for (std::size_t b = window * kBlocksOfWindow; b < std::min(copied_.size(), (window + 1) * kBlocksOfWindow); ++b)
    copied_[b] = 1;
}

}  // namespace mixseed
