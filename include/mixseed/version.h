// The engine's version: results are promised to repeat within one version.
#pragma once

#include <string_view>

namespace mixseed {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace mixseed
