// The compiler and the libraries that this program was built with, from CMake.
#pragma once

#include <span>
#include <string_view>

namespace mixseed::cli {

struct Ingredient {
  std::string_view name, version, license;  // the license as SPDX writes it
  std::string_view use;                     // "headers", "library" or "compiler"
};
std::span<const Ingredient> built_with();

}  // namespace mixseed::cli
