// Numbers as text that is small and quick to read back: base64 of their bytes, little endian.
#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace mixseed::report {

static_assert(std::endian::native == std::endian::little, "bytes would have to be turned round");

std::string base64(std::span<const std::byte> bytes);

template <typename Number>
std::string encoded(const std::vector<Number>& numbers) {
  return base64(std::as_bytes(std::span(numbers)));
}

}  // namespace mixseed::report
