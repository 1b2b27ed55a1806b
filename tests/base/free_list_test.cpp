#include "base/free_list.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "base/pool.h"

namespace mixseed {
namespace {

struct Tool {
  std::atomic<int> users{0};
  int uses = 0;
};

TEST(FreeList, AnObjectThatCameBackIsLentAgain) {
  FreeList<Tool> list;
  int made = 0;
  for (int i = 0; i < 5; ++i) {
    list.lend([&] { return ++made, std::make_unique<Tool>(); }, [&](Tool& tool) { EXPECT_EQ(tool.uses++, i); });
  }
  EXPECT_EQ(made, 1);
}

TEST(FreeList, AnObjectInUseIsNotLent) {
  FreeList<Tool> list;
  const auto make = [] { return std::make_unique<Tool>(); };
  list.lend(make, [&](Tool& outer) { list.lend(make, [&](Tool& inner) { EXPECT_NE(&inner, &outer); }); });
}

TEST(FreeList, AsManyObjectsExistAsThreadsUseThem) {
  for (const int threads : {1, 2, 5}) {
    Pool pool(threads);
    FreeList<Tool> list;
    std::atomic<int> made{0}, uses{0};
    pool.run(1000, [&](std::size_t) {
      list.lend([&] { return ++made, std::make_unique<Tool>(); },
                [&](Tool& tool) {
                  EXPECT_EQ(++tool.users, 1);
                  ++uses;
                  --tool.users;
                });
    });
    EXPECT_EQ(uses, 1000);
    EXPECT_GE(made, 1);
    EXPECT_LE(made, threads);
  }
}

TEST(FreeList, ExceptionsPassThroughAndOthersAreStillLent) {
  FreeList<Tool> list;
  const auto make = [] { return std::make_unique<Tool>(); };
  EXPECT_THROW(list.lend(make, [](Tool&) { throw std::runtime_error("no"); }), std::runtime_error);
  int uses = 0;
  list.lend(make, [&](Tool&) { ++uses; });
  EXPECT_EQ(uses, 1);
}

}  // namespace
}  // namespace mixseed
