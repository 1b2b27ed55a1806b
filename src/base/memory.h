// How much memory this process may have.
#pragma once

#include <cstddef>

namespace mixseed {

// Bytes: the least of the machine's memory, its group's (cgroup) and its own limit (ulimit -v).
std::size_t memory_of_process();

}  // namespace mixseed
