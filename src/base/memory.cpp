#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace mixseed {
namespace {

// The number in a file, or `fallback` if there is no file or no number ("max").
std::size_t number_in(const std::string& path, std::size_t fallback) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : fallback;
}

// Files with the limit of this process's group: of cgroup 2 ("0::/path") and cgroup 1 ("9:memory:/path"), and of the
// root group, which is the only visible one in some containers.
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

std::size_t memory_of_process() {
  std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const std::string& path : limit_files()) memory = std::min(memory, number_in(path, memory));
  rlimit own{};
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY) {
    memory = std::min(memory, static_cast<std::size_t>(own.rlim_cur));
  }
  return memory;
}

}  // namespace mixseed
