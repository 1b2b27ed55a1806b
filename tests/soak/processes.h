// Runs work in child processes, so that a crash affects one case only.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace mixseed::soak {

struct Child {
  pid_t pid = -1;
  int pipe = -1;
  std::chrono::steady_clock::time_point begin;
};

struct Ended {
  std::string output;  // the text that `work` returned
  std::string death;   // how the process died; empty if it ended normally
  double seconds = 0;
};

// `work` returns at most 60,000 bytes. A child that takes too long is killed.
Child start(const std::function<std::string()>& work);
// Waits for the end of the child.
Ended finish(const Child& child);

// begin(i) starts number i = 0 .. count - 1, at most `jobs` of them at a time; on_end(i, ended) is called at the end of
// each.
void run_all(std::size_t count, std::size_t jobs, const std::function<Child(std::size_t)>& begin,
             const std::function<void(std::size_t, const Ended&)>& on_end);

}  // namespace mixseed::soak
