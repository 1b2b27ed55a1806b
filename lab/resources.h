// Files of this folder that are built into the program.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mixseed::lab {

std::vector<std::string_view> resource_names();                   // "published.csv", "plans/paper.json", ...
std::optional<std::string_view> resource(std::string_view name);  // its content

}  // namespace mixseed::lab
