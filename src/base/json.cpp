// The only file that includes the JSON library, which takes seconds to compile and whose messages name its types.
#include "base/json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

// Limit of nesting, because trees are read by recursive functions.
constexpr std::size_t kDeepest = 200;

// The longest text in a document, in bytes: names and methods are far shorter, and a parser reads them byte by byte.
constexpr std::size_t kLongestText = 1'000'000;

[[noreturn]] void refuse_json(std::string_view text, std::size_t at, const std::string& where) {
  const std::string_view before = text.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n') + 1;  // 0 if there is none
  const bool is_over = at >= text.size(), is_readable = !is_over && text[at] > ' ' && text[at] <= '~';
  const std::string what = is_over       ? "the text ends too early"
                           : is_readable ? filled("unexpected '{}'", text[at])
                                         : "unexpected bytes";
  throw Error(ErrorCode::input, filled("{}: line {}, column {}: not JSON: {}", where, line, at - start + 1, what));
}

// Builds a tree from the library's events.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonBuilder(std::string_view text, const std::string& where) : text_(text), where_(where) {}
  Json take() { return std::move(whole_); }

  bool null() override { return put(Json()); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(std::int64_t value) override { return put(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override { return put(value); }
  bool number_float(double value, const std::string&) override { return put(value); }
  bool string(std::string& value) override { return put(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open({.entries = Json::Object()}); }
  bool start_array(std::size_t) override { return open({.values = Json::Array()}); }
  bool key(std::string& value) override {
    open_.back().keys.push_back(std::move(value));
    return true;
  }
  bool end_object() override {
    Json::Object entries = std::move(*open_.back().entries);
    open_.pop_back();
    return put(std::move(entries));
  }
  bool end_array() override {
    Json::Array values = std::move(*open_.back().values);
    open_.pop_back();
    return put(std::move(values));
  }
  // `read`: the number of bytes up to and including the wrong one.
  bool parse_error(std::size_t read, const std::string&, const nlohmann::detail::exception& error) override {
    constexpr int kTooLarge = 406;
    if (error.id == kTooLarge) throw Error(ErrorCode::input, where_ + ": has a number that is too large for a double");
    refuse_json(text_, read == 0 ? 0 : std::min(read - 1, text_.size()), where_);
  }

 private:
  struct Open {
    std::optional<Json::Object> entries = std::nullopt;
    std::optional<Json::Array> values = std::nullopt;
    std::vector<std::string> keys = {};  // of entries whose values are not yet read
  };

  bool open(Open next) {
    if (open_.size() == kDeepest) {
      throw Error(ErrorCode::input, filled("{}: not JSON: nested deeper than {} times", where_, kDeepest));
    }
    open_.push_back(std::move(next));
    return true;
  }
  bool put(Json value) {
    if (open_.empty()) {
      whole_ = std::move(value);
    } else if (open_.back().values) {
      open_.back().values->push_back(std::move(value));
    } else {
      open_.back().entries->emplace_back(std::move(open_.back().keys.back()), std::move(value));
      open_.back().keys.pop_back();
    }
    return true;
  }

  std::string_view text_;
  const std::string& where_;
  Json whole_;
  std::vector<Open> open_;
};

// The end of the text that begins after a quote at `at`: its closing quote, or the end of the document.
std::size_t end_of_text(std::string_view document, std::size_t at) {
  std::size_t end = document.find_first_of("\"\\", at);
  // A backslash escapes the character after it.
  while (end < document.size() && document[end] == '\\') end = document.find_first_of("\"\\", end + 2);
  return std::min(end, document.size());
}

// The library ends at a zero byte, and takes minutes for long texts.
void refuse_zeros_and_long_texts(std::string_view text, const std::string& where) {
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) refuse_json(text, zero, where);
  for (std::size_t at = text.find('"'); at < text.size(); at = text.find('"', at + 1)) {
    const std::size_t end = end_of_text(text, at + 1);
    if (end - at - 1 > kLongestText) {
      const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
      throw Error(ErrorCode::input, filled("{}: line {}: got a text of {} bytes, expected at most {}", where, line,
                                           end - at - 1, kLongestText));
    }
    at = end;
  }
}

}  // namespace

const Json* Json::find(std::string_view key) const {
  const auto found =
      std::find_if(object().rbegin(), object().rend(), [&](const auto& entry) { return entry.first == key; });
  return found == object().rend() ? nullptr : &found->second;
}

std::string_view Json::kind() const {
  constexpr std::array<std::string_view, 7> kKinds{"null",   "true or false", "a number", "a number",
                                                   "a text", "a list",        "an object"};
  return kKinds[value_.index()];
}

std::string Json::written() const {
  if (is_boolean()) return boolean() ? "true" : "false";
  if (is_count()) return std::to_string(count());
  if (is_number()) return number_text(number());
  if (is_text()) return json_text(text());
  std::string inside;
  const auto next = [&] { inside += inside.empty() ? "" : ","; };
  if (is_array()) {
    for (const Json& value : array()) next(), inside += value.written();
    return "[" + inside + "]";
  }
  if (is_object()) {
    for (const auto& [key, value] : object()) next(), inside += json_text(key) + ":" + value.written();
    return "{" + inside + "}";
  }
  return "null";
}

Json parse_json(std::string_view text, const std::string& where, std::string_view what) {
  if (trim(text).empty()) throw Error(ErrorCode::input, filled("{}: is empty, expected {} in JSON", where, what));
  refuse_zeros_and_long_texts(text, where);
  JsonBuilder builder(text, where);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace mixseed
