// Splits and parses short texts. Parsing of numbers throws Error(usage) with `what` in the message.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mixseed::lab {

// The parts before and after the first separator; the second is empty without a separator.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, std::string_view separator);
std::vector<std::string_view> split_all(std::string_view text, char separator);
// The whole text as a number, which may be infinite or NaN; empty if it is not a number.
std::optional<double> to_number(std::string_view text);
double number_in(std::string_view text, std::string_view what);
std::uint64_t whole_in(std::string_view text, std::string_view what);

}  // namespace mixseed::lab
