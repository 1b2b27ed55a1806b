// What is fed with bytes from outside. A target may throw Error, and nothing else; what it accepts it has to keep.
#pragma once

#include <string_view>
#include <vector>

namespace mixseed::fuzz {

struct Target {
  std::string_view name;  // also of its folder in corpus/
  void (*feed)(std::string_view bytes);
};

const std::vector<Target>& targets();

}  // namespace mixseed::fuzz
