// Small texts taken apart. The numbers throw Error(usage), naming what they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mixseed::lab {

// What stands before and after the first separator; nothing after when there is none.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, std::string_view separator);
std::vector<std::string_view> split_all(std::string_view text, char separator);
// The number that the whole text is; nothing if it is none. May be infinite or NaN.
std::optional<double> to_number(std::string_view text);
double number_in(std::string_view text, std::string_view what);
std::uint64_t whole_in(std::string_view text, std::string_view what);

}  // namespace mixseed::lab
