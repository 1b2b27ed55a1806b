// Constants of the reader and the writer of model files.
#pragma once

#include <string_view>

namespace mixseed::io {

inline constexpr std::string_view kFormat = "mixseed.mixture";
inline constexpr int kFormatVersion = 2;  // version 1, without families and names of columns, is still read

}  // namespace mixseed::io
