#include "fit/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace mixseed {
namespace {

TEST(RunInParallel, RunsEverythingOnceAndSharesTheThreads) {
  Pool pool(4);
  for (const std::size_t count : {1, 2, 7}) {
    std::vector<std::atomic<int>> runs(count), threads(count);
    run_in_parallel(pool, count, [&](std::size_t i, Pool& inner) {
      ++runs[i];
      threads[i] = inner.threads();
    });
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(runs[i], 1);
      EXPECT_EQ(threads[i], count == 1 ? 4 : count == 2 ? 2 : 1);
    }
  }
}

}  // namespace
}  // namespace mixseed
