// Texts of enumerations: what command-line options, Python arguments, JSON and the laboratory call their values.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mixseed {

// The texts of an enumeration's values, in the order of the values. Each enumeration with texts specialises it.
template <typename Enum>
inline constexpr std::array<std::string_view, 0> kNames{};

template <typename Enum>
concept Named = kNames<Enum>
.size() > 0;

template <Named Enum>
constexpr std::string_view name_of(Enum value) {
  return kNames<Enum>[static_cast<std::size_t>(value)];
}

// Empty if the text is not one of the names.
template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view text) {
  for (std::size_t i = 0; i < kNames<Enum>.size(); ++i) {
    if (kNames<Enum>[i] == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// "bic, aic or icl"
std::string alternatives(std::span<const std::string_view> names);

// Throws Error(usage): the prefix, the names, and the text. refuse_name("x", {"bic", "aic", "icl"}, "--select wants")
// says "--select wants bic, aic or icl, got 'x'".
[[noreturn]] void refuse_name(std::string_view text, std::span<const std::string_view> names, std::string_view prefix);

// The value with this name. Throws as refuse_name does when there is none.
template <Named Enum>
Enum parse_name(std::string_view text, std::string_view prefix) {
  const std::optional<Enum> value = value_named<Enum>(text);
  if (!value) refuse_name(text, kNames<Enum>, prefix);
  return *value;
}

}  // namespace mixseed
