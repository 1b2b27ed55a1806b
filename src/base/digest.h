// A number that tells bytes from other bytes, as good as always. Eight of them are stirred in at a time, by a step that
// can be undone: a change within eight is always noticed.
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
