#include "lab/text.h"

#include <charconv>
#include <cmath>

#include "base/portable.h"
#include "lab/format.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view what, std::string_view wanted) {
  throw Error(ErrorCode::usage, formatted("{} must be {}, got '{}'", what, wanted, text));
}

}  // namespace

std::pair<std::string_view, std::string_view> split_at(std::string_view text, std::string_view separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + separator.size())};
}

std::vector<std::string_view> split_all(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

std::optional<double> to_number(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = read_double(text.data(), end, number);
  if (code != std::errc() || stop != end) return std::nullopt;
  return number;
}

double number_in(std::string_view text, std::string_view what) {
  const std::optional<double> number = to_number(text);
  if (!number) refuse(text, what, "a number");
  if (!std::isfinite(*number)) refuse(text, what, "finite");
  return *number;
}

std::uint64_t whole_in(std::string_view text, std::string_view what) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc() || stop != end) refuse(text, what, "a whole number");
  return number;
}

}  // namespace mixseed::lab
