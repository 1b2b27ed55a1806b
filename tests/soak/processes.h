// Work that is done in a process of its own, so that a crash is that of one case.
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
  std::string told;   // what `work` returned
  std::string death;  // how the process died; empty when it did not
  double seconds = 0;
};

// `work` returns what is told, at most 60,000 bytes. A child that takes too long is ended.
Child start(const std::function<std::string()>& work);
// Waits for the end of the child.
Ended finish(const Child& child);

// begin(i) starts number i = 0 .. count - 1, at most `jobs` of them at a time; tell(i, ended) is called as they end.
void run_all(std::size_t count, std::size_t jobs, const std::function<Child(std::size_t)>& begin,
             const std::function<void(std::size_t, const Ended&)>& tell);

}  // namespace mixseed::soak
