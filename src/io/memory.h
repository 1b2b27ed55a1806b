// The bound on the memory for reading a file, whatever size its header claims.
#pragma once

#include <cstddef>
#include <string>

namespace mixseed::io {

// Half of memory_of_process(), in bytes.
std::size_t default_memory_limit();

// The user's limit, or the default for 0.
inline std::size_t memory_limit(std::size_t memory) { return memory == 0 ? default_memory_limit() : memory; }

// Throws Error(failed), with advice, if `bytes` exceeds `limit`.
void check_memory(std::size_t bytes, std::size_t limit, const std::string& where);

}  // namespace mixseed::io
