// Runs the part of a plan that a store does not have yet.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "lab/plan.h"
#include "lab/store.h"

namespace mixseed::lab {

// The i-th of n parts of a plan, i from 1.
struct Shard {
  std::size_t index = 1, count = 1;
  // "2/5". Throws Error(usage).
  static Shard parse(const std::string& text);
};

struct RunProgress {
  std::size_t wanted = 0;   // runs of this shard
  std::size_t skipped = 0;  // already in the store
  std::size_t done = 0;     // finished by this call
  std::size_t failed = 0;   // of `done`
  double seconds = 0;
};

struct RunnerOptions {
  std::size_t jobs = 0;  // fits at a time; 0: one per hardware thread
  Shard shard;
  // Called on the calling thread after every commit; false ends the run, and finished fits stay stored.
  std::function<bool(const RunProgress&)> observer;
};

// Commits at least twice a second.
RunProgress run(const Plan& plan, Store& store, const RunnerOptions& options);

// Counts the runs of a plan that a store already has.
RunProgress status(const Plan& plan, const Store& store);

}  // namespace mixseed::lab
