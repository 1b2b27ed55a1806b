// Targets of the fuzzer. A target may throw only Error; if it accepts an input, its claims about the result must hold.
#pragma once

#include <string_view>
#include <vector>

namespace mixseed::fuzz {

struct Target {
  std::string_view name;  // also of its folder in corpus/
  void (*feed)(std::string_view bytes);
};

const std::vector<Target>& targets();

// The methods of the fits in which the target `reply` replaces an answer.
const std::vector<std::string_view>& methods_of_replies();

}  // namespace mixseed::fuzz
