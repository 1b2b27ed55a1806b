// Answers about parts of the rows, merged along the fixed tree of windows in any order of arrival.
#pragma once

#include <cstdint>
#include <vector>

#include "pass/questions.h"

namespace mixseed {

// All windows below a node of the tree that have rows.
struct Subtree {
  std::uint64_t first = 0;    // number of its first window
  std::uint64_t windows = 1;  // a power of two that divides it
  std::uint64_t rows = 0;     // windows * kWindow, or fewer at the end of the data
  Answer answer;
};

// The windows of the largest subtree that begins with window `first`, ends before `end` and has at most `most` windows,
// a power of two.
std::uint64_t windows_of_subtree(std::uint64_t first, std::uint64_t end, std::uint64_t most);

// Neighbouring subtrees in order; siblings are merged.
class Assembly {
 public:
  void add(Subtree next);
  std::vector<Subtree> take() { return std::move(subtrees_); }

 private:
  std::vector<Subtree> subtrees_;
};

// The answer of all rows, from subtrees in any order. Throws Error(failed) unless they are all windows from the first
// on, each once.
Answer answer_of(std::vector<Subtree> subtrees);

}  // namespace mixseed
