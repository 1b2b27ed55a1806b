// Small pieces of text that messages and canonical names are made of.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mixseed {

// Shortest decimal text that reads back as the same double.
std::string number_text(double value);
std::string join(const std::vector<std::string_view>& parts, std::string_view separator);
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace mixseed
