// Reads JSON into a tree of values, with positions in error messages. Writers use json_text and number_text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mixseed {

class Json {
 public:
  using Array = std::vector<Json>;
  // In the order of the text. Of two entries with the same key the later one counts.
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(const char*) = delete;  // it would become a bool
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(std::uint64_t value) : value_(value) {}
  Json(std::string text) : value_(std::make_shared<const std::string>(std::move(text))) {}
  Json(Array values) : value_(std::make_shared<const Array>(std::move(values))) {}
  Json(Object entries) : value_(std::make_shared<const Object>(std::move(entries))) {}

  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  // A number without sign, point and exponent that 64 bits hold.
  bool is_count() const { return std::holds_alternative<std::uint64_t>(value_); }
  bool is_number() const { return std::holds_alternative<double>(value_) || is_count(); }
  bool is_text() const { return std::holds_alternative<Text>(value_); }
  bool is_array() const { return std::holds_alternative<Values>(value_); }
  bool is_object() const { return std::holds_alternative<Entries>(value_); }
  bool is(std::string_view text) const { return is_text() && this->text() == text; }

  // Only for a value of that kind.
  bool boolean() const { return std::get<bool>(value_); }
  std::uint64_t count() const { return std::get<std::uint64_t>(value_); }
  double number() const { return is_count() ? static_cast<double>(count()) : std::get<double>(value_); }
  const std::string& text() const { return *std::get<Text>(value_); }
  const Array& array() const { return *std::get<Values>(value_); }
  const Object& object() const { return *std::get<Entries>(value_); }

  // The entry of an object; null if there is none.
  const Json* find(std::string_view key) const;

  // "an object", "a number", ...
  std::string_view kind() const;
  // In one line, without blanks.
  std::string written() const;

 private:
  using Text = std::shared_ptr<const std::string>;
  using Values = std::shared_ptr<const Array>;
  using Entries = std::shared_ptr<const Object>;
  std::variant<std::monostate, bool, double, std::uint64_t, Text, Values, Entries> value_;
};

// Throws Error(input) with line and column if the text is not JSON. `where` and `what` ("a plan") are for messages
// only.
Json parse_json(std::string_view text, const std::string& where, std::string_view what);

}  // namespace mixseed
