#include "lab/format.h"

#include <fmt/args.h>
#include <fmt/format.h>

namespace mixseed {

std::string formatted_with(std::string_view pattern, std::initializer_list<FormatValue> values) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const FormatValue& value : values) std::visit([&](const auto& held) { store.push_back(held); }, value.value());
  return fmt::vformat(pattern, store);
}

}  // namespace mixseed
