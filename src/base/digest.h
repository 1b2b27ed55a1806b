// A number that tells bytes from other bytes, as good as always (FNV-1a).
#pragma once

#include <cstdint>
#include <string_view>

namespace mixseed {

inline std::uint64_t digest_of(std::string_view bytes) {
  std::uint64_t digest = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return digest;
}

}  // namespace mixseed
