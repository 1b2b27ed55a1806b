#include "io/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// The number in a file, or `fallback` where there is none ("max" is none).
std::size_t number_in(const char* path, std::size_t fallback) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : fallback;
}

std::size_t memory_of_process() {
  std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    memory = std::min(memory, number_in(path, memory));
  }
  rlimit own{};
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY) {
    memory = std::min(memory, static_cast<std::size_t>(own.rlim_cur));
  }
  return memory;
}

}  // namespace

std::size_t usual_limit() {
  static const std::size_t half = memory_of_process() / 2;
  return half;
}

void expect_room(std::size_t bytes, std::size_t limit, const std::string& where) {
  if (bytes <= limit) return;
  fail(ErrorCode::failed, where,
       filled("needs more than the {} MiB of memory that reading may take: --memory allows more, and an .npy file is "
              "used where it lies (mixseed convert)",
              limit / kMiB));
}

}  // namespace mixseed::io
