#include "pass/subtree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mixseed/error.h"
#include "rows/rows.h"

namespace mixseed {
namespace {

bool are_siblings(const Subtree& left, const Subtree& right) {
  return left.windows == right.windows && left.first + left.windows == right.first &&
         left.first % (2 * left.windows) == 0;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::failed, "the answers of the parts do not make a whole: " + what);
}

std::string rows_from(std::uint64_t window) { return "the rows from number " + std::to_string(window * kWindow + 1); }

void check(const std::vector<Subtree>& subtrees) {
  if (subtrees.empty()) refuse("there is none");
  std::uint64_t end = 0;
  for (const Subtree& subtree : subtrees) {
    if (subtree.first > end) refuse(rows_from(end) + " on are missing");
    if (subtree.first < end) refuse(rows_from(subtree.first) + " on are there twice");
    end += subtree.windows;
    if (&subtree != &subtrees.back() && subtree.rows != subtree.windows * kWindow) {
      refuse(rows_from(subtree.first) + " on end within a window of " + std::to_string(kWindow) +
             ", which the last part alone may do");
    }
  }
}

}  // namespace

std::uint64_t windows_of_subtree(std::uint64_t first, std::uint64_t end, std::uint64_t most) {
  std::uint64_t windows = 1;
  while (2 * windows <= most && first % (2 * windows) == 0 && first + 2 * windows <= end) windows *= 2;
  return windows;
}

void Assembly::add(Subtree next) {
  subtrees_.push_back(std::move(next));
  while (subtrees_.size() > 1 && are_siblings(subtrees_[subtrees_.size() - 2], subtrees_.back())) {
    Subtree right = std::move(subtrees_.back());
    subtrees_.pop_back();
    Subtree& left = subtrees_.back();
    merge(left.answer, std::move(right.answer));
    left.windows *= 2;
    left.rows += right.rows;
  }
}

Answer answer_of(std::vector<Subtree> subtrees) {
  std::sort(subtrees.begin(), subtrees.end(), [](const Subtree& a, const Subtree& b) { return a.first < b.first; });
  check(subtrees);
  Assembly assembly;
  for (Subtree& subtree : subtrees) assembly.add(std::move(subtree));
  // At the right edge of the tree a node without a sibling stands for its parent.
  std::vector<Subtree> edge = assembly.take();
  while (edge.size() > 1) {
    Subtree right = std::move(edge.back());
    edge.pop_back();
    merge(edge.back().answer, std::move(right.answer));
  }
  return std::move(edge.front().answer);
}

}  // namespace mixseed
