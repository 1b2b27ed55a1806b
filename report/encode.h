// Numbers as base64 of their little-endian bytes: small, and quick to read back.
#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace mixseed::report {

static_assert(std::endian::native == std::endian::little, "a big-endian machine needs the bytes reversed");

std::string base64(std::span<const std::byte> bytes);

template <typename Number>
std::string encoded(const std::vector<Number>& numbers) {
  return base64(std::as_bytes(std::span(numbers)));
}

}  // namespace mixseed::report
