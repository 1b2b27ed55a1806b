// A 64-bit hash of bytes, not cryptographic. Each word of eight bytes enters by an invertible step, so two texts that
// differ in one word have different hashes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace mixseed {

inline std::uint64_t digest_of(std::string_view bytes) {
  std::uint64_t digest = 0, word = bytes.size();
  const auto stir = [&] {
    digest = (digest ^ word) * 0x9e3779b97f4a7c15ULL;  // odd, from the golden ratio
    digest ^= digest >> 32;
  };
  stir();
  for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    stir();
  }
  word = 0;
  for (const char byte : bytes) word = word << 8 | static_cast<unsigned char>(byte);
  stir();
  return digest;
}

}  // namespace mixseed
