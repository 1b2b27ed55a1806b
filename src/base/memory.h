// How much memory this process may have. Defined in src/io/memory.cpp, since only io reads files (/proc, cgroups).
#pragma once

#include <cstddef>

namespace mixseed {

// Bytes: the least of the machine's memory, its group's (cgroup) and its own limit (ulimit -v).
std::size_t memory_of_process();

}  // namespace mixseed
