#include "base/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>

namespace mixseed {
namespace {

constexpr int kThreads[] = {1, 2, 3, 5, 8};

TEST(Pool, EveryTaskRunsOnce) {
  for (const int threads : kThreads) {
    Pool pool(threads);
    for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<std::atomic<int>> runs(count);
      pool.run(count, [&](std::size_t i) { ++runs[i]; });
      for (const auto& times : runs) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Pool, ZeroThreadsMeanTheWholeMachine) {
  const auto machine = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  EXPECT_EQ(Pool(0).threads(), machine);
  EXPECT_EQ(Pool(-3).threads(), machine);
  EXPECT_EQ(Pool(5).threads(), 5);
}

TEST(Pool, OneThreadIsTheCallersAndKeepsTheOrder) {
  Pool pool(1);
  const auto caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  pool.run(5, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Pool, TasksRunAtTheSameTime) {
  Pool pool(3);
  std::atomic<int> here{0};
  pool.run(3, [&](std::size_t) {  // comes to an end only when three threads are inside
    ++here;
    while (here < 3) std::this_thread::yield();
  });
  EXPECT_EQ(here, 3);
}

TEST(Pool, ExceptionsPassThroughAndThePoolWorksAfterwards) {
  for (const int threads : kThreads) {
    Pool pool(threads);
    for (int round = 0; round < 20; ++round) {
      try {
        pool.run(100, [](std::size_t i) {
          if (i % 10 == 3) throw std::runtime_error("task " + std::to_string(i % 10));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "task 3");
      }
      std::atomic<int> sum{0};
      pool.run(100, [&](std::size_t i) { sum += static_cast<int>(i); });
      EXPECT_EQ(sum, 4950);
    }
  }
}

TEST(Pool, AFailureStopsTheTasksThatHaveNotBegun) {
  Pool pool(1);
  int runs = 0;
  EXPECT_THROW(pool.run(100,
                        [&](std::size_t i) {
                          ++runs;
                          if (i == 4) throw std::logic_error("stop");
                        }),
               std::logic_error);
  EXPECT_EQ(runs, 5);
}

TEST(Pool, PoolsNest) {
  Pool outer(3);
  std::vector<double> sums(10);
  outer.run(10, [&](std::size_t i) {
    Pool inner(2);
    std::atomic<std::size_t> sum{0};
    inner.run(50, [&](std::size_t j) { sum += i * j; });
    sums[i] = static_cast<double>(sum);
  });
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(sums[i], static_cast<double>(i * 1225));
}

double awkward_sum(int threads, std::size_t count) {
  Pool pool(threads);
  return reduce(
      pool, count, [] { return 0.0; },
      [](std::size_t leaf, double& sum) {
        const auto x = static_cast<double>(leaf);
        sum += std::sin(x) * std::pow(10.0, std::fmod(x * 7, 31.0) - 15);
      },
      [](double& left, double&& right) { left += right; });
}

TEST(Reduce, GivesTheSameBitsForAnyNumberOfThreads) {
  for (const std::size_t count : {2U, 3U, 5U, 8U, 100U, 1023U, 1025U}) {
    const double alone = awkward_sum(1, count);
    for (const int threads : kThreads) {
      for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(awkward_sum(threads, count), alone);
    }
  }
}

// Says of what it was merged, so that the shape of the tree can be read.
std::string tree(Pool& pool, std::size_t count) {
  return reduce(
      pool, count, [] { return std::string(); },
      [](std::size_t leaf, std::string& text) { text += std::to_string(leaf); },
      [](std::string& left, std::string&& right) { left = "(" + left + " " + right + ")"; });
}

TEST(Reduce, MergesNeighboursOnly) {
  Pool pool(1);
  EXPECT_EQ(tree(pool, 0), "");
  EXPECT_EQ(tree(pool, 1), "0");
  EXPECT_EQ(tree(pool, 2), "(0 1)");
  EXPECT_EQ(tree(pool, 3), "((0 1) 2)");
  EXPECT_EQ(tree(pool, 6), "(((0 1) (2 3)) (4 5))");
  EXPECT_EQ(tree(pool, 7), "(((0 1) (2 3)) ((4 5) 6))");
}

TEST(Reduce, MergesStrictlyFromLeftToRight) {
  std::string expected;
  for (std::size_t leaf = 0; leaf < 777; ++leaf) expected += std::to_string(leaf) + ",";
  for (const int threads : kThreads) {
    Pool pool(threads);
    const std::string joined = reduce(
        pool, 777, [] { return std::string(); },
        [](std::size_t leaf, std::string& text) { text = std::to_string(leaf) + ","; },
        [](std::string& left, std::string&& right) { left += right; });
    EXPECT_EQ(joined, expected) << threads << " threads";
  }
}

TEST(Reduce, NoLeafGivesWhatMakeGives) {
  Pool pool(3);
  const int result = reduce(
      pool, 0, [] { return 42; }, [](std::size_t, int&) { FAIL(); }, [](int&, int&&) { FAIL(); });
  EXPECT_EQ(result, 42);
}

TEST(Reduce, FewPartsAreAliveAtAnyTime) {
  std::size_t alive = 0, most = 0;
  struct Release {
    std::size_t* alive;
    void operator()(int* value) const {
      --*alive;
      delete value;
    }
  };
  Pool pool(1);
  reduce(
      pool, 1024,
      [&] {
        most = std::max(most, ++alive);
        return std::unique_ptr<int, Release>(new int(0), Release{&alive});
      },
      [](std::size_t, auto&) {}, [](auto&, auto&& right) { right.reset(); });
  EXPECT_LE(most, 11U);  // one per level, log2(1024) = 10, and the leaf at work
  EXPECT_EQ(alive, 0U);
}

TEST(Reduce, ExceptionsPassThrough) {
  for (const int threads : kThreads) {
    Pool pool(threads);
    const auto work = [](std::size_t leaf, int&) {
      if (leaf == 50) throw std::domain_error("leaf");
    };
    EXPECT_THROW(reduce(
                     pool, 100, [] { return 0; }, work, [](int&, int&&) {}),
                 std::domain_error);
    EXPECT_EQ(reduce(
                  pool, 100, [] { return 0; }, [](std::size_t, int& part) { part = 1; },
                  [](int& left, int&& right) { left += right; }),
              100);
  }
}

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
