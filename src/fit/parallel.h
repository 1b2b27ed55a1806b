// Runs in parallel: every run gets one thread first; further threads are divided among the runs.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/pool.h"

namespace mixseed {

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

}  // namespace mixseed
