// Formats text in fmt's notation: formatted("{} rows in {:.1f} s", rows, seconds). Only format.cpp includes fmt, whose
// headers take seconds to compile.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace mixseed {

// A value of a pattern. Refers to its text, which must outlive it.
class FormatValue {
 public:
  FormatValue(std::string_view text) : value_(text) {}
  FormatValue(const std::string& text) : value_(std::string_view(text)) {}
  FormatValue(const char* text) : value_(std::string_view(text)) {}
  FormatValue(char letter) : value_(letter) {}
  FormatValue(double number) : value_(number) {}
  FormatValue(std::signed_integral auto number) : value_(static_cast<std::int64_t>(number)) {}
  FormatValue(std::unsigned_integral auto number) : value_(static_cast<std::uint64_t>(number)) {}

  const auto& value() const { return value_; }

 private:
  std::variant<std::string_view, char, double, std::int64_t, std::uint64_t> value_;
};

// A pattern with one field per value; another number of fields does not compile.
template <typename... Values>
struct Pattern {
  template <typename Text>
  consteval Pattern(const Text& pattern) : text(pattern) {
    std::size_t fields = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool opens = text[i] == '{', is_doubled = i + 1 < text.size() && text[i + 1] == '{';
      if (opens && is_doubled) ++i;
      if (opens && !is_doubled) ++fields;
    }
    if (fields != sizeof...(Values)) throw "the number of fields differs from the number of values";
  }
  std::string_view text;
};

std::string formatted_with(std::string_view pattern, std::initializer_list<FormatValue> values);

template <typename... Values>
std::string formatted(Pattern<std::type_identity_t<Values>...> pattern, const Values&... values) {
  return formatted_with(pattern.text, {FormatValue(values)...});
}

// The texts, separated by `separator`.
template <typename Texts>
std::string joined(const Texts& texts, std::string_view separator) {
  std::string all;
  bool is_first = true;
  for (const auto& text : texts) {
    if (!is_first) all += separator;
    all += text;
    is_first = false;
  }
  return all;
}

}  // namespace mixseed
