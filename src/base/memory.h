// The memory that this process may use. Reads limits of the system from /proc and /sys; no other file of base reads
// files.
#pragma once

#include <cstddef>

namespace mixseed {

// Bytes: the least of the machine's memory, its group's limit (cgroup) and its own limit (ulimit -v).
std::size_t memory_of_process();

}  // namespace mixseed
