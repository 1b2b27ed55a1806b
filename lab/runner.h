// Runs what a plan asks for and a store does not have yet.
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
  std::size_t wanted = 0;   // runs of this part of the plan
  std::size_t skipped = 0;  // were there before
  std::size_t done = 0;     // now
  std::size_t failed = 0;   // of those
  double seconds = 0;
};

struct RunnerOptions {
  std::size_t jobs = 0;  // 0: as many as the machine has threads
  Shard shard;
  // Called after every commit, on the calling thread; false ends the run early, with what is done stored.
  std::function<bool(const RunProgress&)> observer;
};

// Commits at least twice a second.
RunProgress run(const Plan& plan, Store& store, const RunnerOptions& options);

// How far a store is with a plan.
RunProgress status(const Plan& plan, const Store& store);

}  // namespace mixseed::lab
