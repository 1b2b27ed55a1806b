#include "base/spare.h"

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

TEST(Spare, AnObjectThatCameBackIsLentAgain) {
  Spare<Tool> spare;
  int made = 0;
  for (int i = 0; i < 5; ++i) {
    spare.with([&] { return ++made, std::make_unique<Tool>(); }, [&](Tool& tool) { EXPECT_EQ(tool.uses++, i); });
  }
  EXPECT_EQ(made, 1);
}

TEST(Spare, AnObjectInUseIsNotLent) {
  Spare<Tool> spare;
  const auto make = [] { return std::make_unique<Tool>(); };
  spare.with(make, [&](Tool& outer) { spare.with(make, [&](Tool& inner) { EXPECT_NE(&inner, &outer); }); });
}

TEST(Spare, AsManyObjectsExistAsThreadsUseThem) {
  for (const int threads : {1, 2, 5}) {
    Pool pool(threads);
    Spare<Tool> spare;
    std::atomic<int> made{0}, uses{0};
    pool.run(1000, [&](std::size_t) {
      spare.with([&] { return ++made, std::make_unique<Tool>(); },
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

TEST(Spare, ExceptionsPassThroughAndOthersAreStillLent) {
  Spare<Tool> spare;
  const auto make = [] { return std::make_unique<Tool>(); };
  EXPECT_THROW(spare.with(make, [](Tool&) { throw std::runtime_error("no"); }), std::runtime_error);
  int uses = 0;
  spare.with(make, [&](Tool&) { ++uses; });
  EXPECT_EQ(uses, 1);
}

}  // namespace
}  // namespace mixseed
