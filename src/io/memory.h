// How much memory reading may take: a bound on what a file says of itself, or turns out to be.
#pragma once

#include <cstddef>
#include <string>

namespace mixseed::io {

// Half of the memory that this process may have: the machine's, its group's (cgroup) or its own limit (ulimit -v).
std::size_t usual_limit();

// What the user has set, or the usual limit for 0.
inline std::size_t limit_of(std::size_t memory) { return memory == 0 ? usual_limit() : memory; }

// Throws Error(failed) when `bytes` are more than `limit`, and says what to do about it.
void expect_room(std::size_t bytes, std::size_t limit, const std::string& where);

}  // namespace mixseed::io
