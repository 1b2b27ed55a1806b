#include "model/grouping.h"

#include <algorithm>

namespace mixseed {
namespace {

// Rows move only within windows of so many, so that the rows of a block come from one part of the memory.
constexpr std::size_t kWindow = 16384;

}  // namespace

void Grouping::finish(std::size_t components, Pool& pool) {
  labels_.swap(next_);
  const std::size_t n = labels_.size();
  order_.resize(n);
  pool.run((n + kWindow - 1) / kWindow, [&](std::size_t window) {
    const std::size_t first = window * kWindow, end = std::min(n, first + kWindow);
    std::vector<std::uint32_t> place(components + 1, 0);  // counting sort
    for (std::size_t i = first; i < end; ++i) ++place[labels_[i] + 1];
    for (std::size_t k = 0; k < components; ++k) place[k + 1] += place[k];
    for (std::size_t i = first; i < end; ++i) order_[first + place[labels_[i]]++] = static_cast<std::uint32_t>(i);
  });
}

}  // namespace mixseed
