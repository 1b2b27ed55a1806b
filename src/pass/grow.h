// The question behind the adaptive methods: what the rows nearest to each of some means look like.
#pragma once

#include <cstdint>
#include <vector>

#include "model/moments.h"
#include "pass/grouping.h"

namespace mixseed {

// Every row belongs to the nearest of the means, ties to the lowest index. The answer has the moments of each group
// about its pivot; they are added up window by window.
struct Grow {
  using Answer = Moments;
  std::vector<double> means;   // [K][D]
  std::vector<double> pivots;  // [K][D]
  Model sorted_by;             // Centers: within a window rows are added up by their nearest one; null: as they come
  std::uint64_t most = 0;      // a hint that changes nothing: how many means there will be in the end

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.means, self.pivots, self.sorted_by, self.most);
  }
};

Moments answer(const Grow& question, Part& part);
// The same, plainly: the definition that the answer is tested against.
Moments answer_plainly(const Grow& question, Part& part);

}  // namespace mixseed
