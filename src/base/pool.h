// Threads that work on fixed leaves of rows. Results depend on the leaves alone, never on which thread computes them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace mixseed {

class Pool {
 public:
  // 0: as many threads as the machine has.
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const { return threads_; }

  // Calls task(i) once for every i below count, on all threads, and waits. Rethrows the first exception.
  void run(std::size_t count, const std::function<void(std::size_t)>& task);

 private:
  struct Shared;
  int threads_;
  std::unique_ptr<Shared> shared_;  // null if there is only the calling thread
};

// Every run gets one thread first; further threads are divided among the runs.
// Calls work(i, Pool&) for every i below `count`.
template <typename Work>
void run_in_parallel(Pool& pool, std::size_t count, const Work& work) {
  if (count == 1) return work(0, pool);
  const auto inner = static_cast<int>(std::max<std::size_t>(1, static_cast<std::size_t>(pool.threads()) / count));
  pool.run(count, [&](std::size_t i) {
    Pool threads(inner);
    work(i, threads);
  });
}

struct MergeResults {
  template <typename Result>
  void operator()(Result& left, std::type_identity_t<Result>&& right) const {
    left.merge(std::move(right));
  }
};

// Reduces leaves 0 .. count-1 along a fixed binary tree: bits do not depend on the number of threads, and only about
// (threads + log2 count) partial results are alive at any time.
//   make() -> Result, work(leaf, Result&), merge(Result& left, Result&& right) or left.merge(right)
template <typename Make, typename Work, typename Merge = MergeResults>
auto reduce(Pool& pool, std::size_t count, const Make& make, const Work& work, const Merge& merge = {}) {
  using Result = decltype(make());
  struct Node {
    std::size_t level;
    std::size_t index;
    Result part;
  };
  std::vector<std::vector<std::optional<Result>>> waiting;  // [level][index]; a leaf's level is 0
  for (std::size_t width = count; width > 0; width = width == 1 ? 0 : (width + 1) / 2) {
    waiting.emplace_back(width);
  }
  std::mutex mutex;
  pool.run(count, [&](std::size_t leaf) {
    Node node{0, leaf, make()};
    work(leaf, node.part);
    for (;;) {
      const std::size_t width = waiting[node.level].size();
      const std::size_t sibling = node.index ^ 1;
      if (width == 1) {
        waiting[node.level][0] = std::move(node.part);
        return;
      }
      if (sibling < width) {
        std::optional<Result> other;
        {
          const std::lock_guard lock(mutex);
          other.swap(waiting[node.level][sibling]);
          if (!other) {  // the thread that finishes the sibling goes on from here
            waiting[node.level][node.index] = std::move(node.part);
            return;
          }
        }
        if (node.index & 1) std::swap(node.part, *other);
        merge(node.part, std::move(*other));
      }
      node.level += 1;
      node.index /= 2;
    }
  });
  return count == 0 ? make() : std::move(*waiting.back()[0]);
}

}  // namespace mixseed
