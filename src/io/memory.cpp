#include "io/memory.h"

#include "base/memory.h"
#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {

std::size_t default_memory_limit() {
  static const std::size_t half = memory_of_process() / 2;
  return half;
}

void check_memory(std::size_t bytes, std::size_t limit, const std::string& where) {
  if (bytes <= limit) return;
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  fail(ErrorCode::failed, where,
       filled("needs more than the {} MiB of memory that reading may take: --memory allows more, and an .npy file is "
              "used where it lies (mixseed convert)",
              limit / kMiB));
}

}  // namespace mixseed::io
