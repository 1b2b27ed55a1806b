#include "mixseed/names.h"

#include <string>

#include "mixseed/error.h"

namespace mixseed {

void refuse_name(std::string_view text, std::span<const std::string_view> names, std::string_view prefix) {
  throw Error(ErrorCode::usage, std::string(prefix) + " " + alternatives(names) + ", got '" + std::string(text) + "'");
}

std::string alternatives(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

}  // namespace mixseed
