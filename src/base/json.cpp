#include "base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

// Nobody nests deeper by hand, and a value is taken apart by a function that calls itself.
constexpr int kDeepest = 200;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3F));
    }
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

// RFC 8259, and nothing beyond it.
class JsonParser {
 public:
  JsonParser(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Json whole() {
    Json value = next();
    skip_blanks();
    if (at_ < text_.size()) refuse();
    return value;
  }

 private:
  [[noreturn]] void refuse() const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n') + 1;  // 0 when there is none
    const bool is_over = at_ >= text_.size(), is_readable = !is_over && text_[at_] > ' ' && text_[at_] <= '~';
    const std::string what = is_over       ? "the text ends too early"
                             : is_readable ? filled("unexpected '{}'", text_[at_])
                                           : "unexpected bytes";
    throw Error(ErrorCode::input, filled("{}: line {}, column {}: not JSON: {}", where_, line, at_ - start + 1, what));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool take(char letter) {
    if (at_ >= text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }

  void expect(std::string_view letters) {
    for (const char letter : letters) {
      if (!take(letter)) refuse();
    }
  }

  Json next() {
    skip_blanks();
    if (at_ >= text_.size()) refuse();
    switch (text_[at_]) {
      case '{': return nested(&JsonParser::entries);
      case '[': return nested(&JsonParser::values);
      case '"': return text();
      case 't': return expect("true"), true;
      case 'f': return expect("false"), false;
      case 'n': return expect("null"), Json();
      default: return number();
    }
  }

  Json nested(Json (JsonParser::*inside)()) {
    if (++depth_ > kDeepest) refuse();
    ++at_;
    skip_blanks();
    Json value = (this->*inside)();
    --depth_;
    return value;
  }

  Json values() {
    Json::Array values;
    if (take(']')) return values;
    do {
      values.push_back(next());
      skip_blanks();
    } while (take(','));
    expect("]");
    return values;
  }

  Json entries() {
    Json::Object entries;
    if (take('}')) return entries;
    do {
      skip_blanks();
      std::string key = text();
      skip_blanks();
      expect(":");
      entries.emplace_back(std::move(key), next());
      skip_blanks();
    } while (take(','));
    expect("}");
    return entries;
  }

  void skip_digits() {
    if (at_ >= text_.size() || !is_digit(text_[at_])) refuse();
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  }

  Json number() {
    const std::size_t start = at_;
    bool is_plain = !take('-');
    if (!take('0')) skip_digits();
    if (take('.')) {
      is_plain = false;
      skip_digits();
    }
    if (take('e') || take('E')) {
      is_plain = false;
      if (!take('+')) take('-');
      skip_digits();
    }
    const std::string_view digits = text_.substr(start, at_ - start);
    const char* const end = digits.data() + digits.size();
    std::uint64_t count = 0;
    if (is_plain && std::from_chars(digits.data(), end, count).ec == std::errc()) return count;
    double value = 0;
    if (std::from_chars(digits.data(), end, value).ec == std::errc()) return value;
    // Beyond the range of a double, at one end of it or at the other.
    value = std::strtod(std::string(digits).c_str(), nullptr);
    if (!std::isfinite(value)) throw Error(ErrorCode::input, where_ + ": has a number that is too large for a double");
    return value;
  }

  std::string text() {
    expect("\"");
    std::string out;
    while (!take('"')) {
      if (at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < ' ') refuse();
      if (take('\\')) {
        append_escaped(out);
        continue;
      }
      const std::size_t length = utf8_length(text_.substr(at_));
      if (length == 0) refuse();
      out += text_.substr(at_, length);
      at_ += length;
    }
    return out;
  }

  void append_escaped(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (at_ >= text_.size()) refuse();
    const std::size_t known = kLetters.find(text_[at_]);
    if (known != std::string_view::npos) {
      out += kMeanings[known];
      ++at_;
      return;
    }
    expect("u");
    std::uint32_t code = four_digits();
    // Two halves make a character beyond the first 65536; a half alone is none.
    if (code >= 0xDC00 && code < 0xE000) refuse();
    if (code >= 0xD800 && code < 0xDC00) {
      expect("\\u");
      const std::uint32_t low = four_digits();
      if (low < 0xDC00 || low >= 0xE000) refuse();
      code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
    }
    append_utf8(out, code);
  }

  std::uint32_t four_digits() {
    std::uint32_t code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const char* const end = digits.data() + digits.size();
    const char* const stop = std::from_chars(digits.data(), end, code, 16).ptr;
    at_ += static_cast<std::size_t>(stop - digits.data());
    if (stop != end || digits.size() < 4) refuse();
    return code;
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

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
  return JsonParser(text, where).whole();
}

}  // namespace mixseed
