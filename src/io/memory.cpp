#include "io/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "base/memory.h"
#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// The number in a file, or `fallback` where there is none ("max" is none).
std::size_t number_in(const std::string& path, std::size_t fallback) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : fallback;
}

// The files that may bound the memory of this process's group: cgroup 2 ("0::/path") and cgroup 1 ("9:memory:/path"),
// the group's own and, in a container that sees no further, the root's.
std::vector<std::string> limit_files() {
  std::vector<std::string> files{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string kind = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (kind.empty()) files.push_back("/sys/fs/cgroup" + path + "/memory.max");
    if (kind == "memory") files.push_back("/sys/fs/cgroup/memory" + path + "/memory.limit_in_bytes");
  }
  return files;
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

namespace mixseed {

std::size_t memory_of_process() {
  std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const std::string& path : io::limit_files()) memory = std::min(memory, io::number_in(path, memory));
  rlimit own{};
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY) {
    memory = std::min(memory, static_cast<std::size_t>(own.rlim_cur));
  }
  return memory;
}

}  // namespace mixseed
