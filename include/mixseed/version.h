// The engine's version: results are promised to repeat within one version.
#pragma once

#include <string_view>

namespace mixseed {

inline constexpr std::string_view kVersion = "0.4.0";

// The instruction set of the hot loops: "avx512", "avx2", "neon" or "scalar". The environment variable
// MIXSEED_KERNELS chooses another; Error(usage) for one that this machine does not have.
std::string_view kernels_in_use();

}  // namespace mixseed
