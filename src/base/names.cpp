#include "mixseed/names.h"

#include <string>

#include "mixseed/error.h"

namespace mixseed {

void refuse_name(std::string_view text, std::span<const std::string_view> names, std::string_view prefix) {
  std::string message(prefix);
  for (std::size_t i = 0; i < names.size(); ++i) {
    message += i == 0 ? " " : i + 1 < names.size() ? ", " : " or ";
    message += names[i];
  }
  throw Error(ErrorCode::usage, message + ", got '" + std::string(text) + "'");
}

}  // namespace mixseed
