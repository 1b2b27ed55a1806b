// One target under libFuzzer; MIXSEED_FUZZ_TARGET names it.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto feed = [] {
    for (const auto& target : mixseed::fuzz::targets()) {
      if (target.name == MIXSEED_FUZZ_TARGET) return target.feed;
    }
    __builtin_trap();
  }();
  feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
