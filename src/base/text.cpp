#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace mixseed {
namespace {

template <typename Number>
void append_shortest(std::string& out, Number value, Number most_plain) {
  const Number size = std::fabs(value);
  const bool is_plain = size == 0 || (size >= Number(1e-4) && size < most_plain) || !std::isfinite(value);
  char buffer[32];
  const auto [end, code] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                         is_plain ? std::chars_format::fixed : std::chars_format::scientific);
  out.append(buffer, end);
}

// Whether a terminal may obey a UTF-8 character instead of showing it: C0, DEL, C1, separators of lines and paragraphs,
// and the marks that change the direction of writing. UTF-8 keeps the order of code points, so ranges compare as text.
bool is_control(std::string_view character) {
  constexpr std::pair<std::string_view, std::string_view> kRanges[] = {
      {"\x7f", "\u009f"}, {"\u061c", "\u061c"}, {"\u200e", "\u200f"}, {"\u2028", "\u202e"}, {"\u2066", "\u2069"}};
  if (static_cast<unsigned char>(character.front()) < 0x20) return true;
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return character >= range.first && character <= range.second; });
}

}  // namespace

void append_number(std::string& out, double value) { append_shortest(out, value, 1e15); }
void append_number(std::string& out, float value) { append_shortest(out, value, 1e7F); }

std::string number_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

std::string csv_field(std::string_view text) {
  const bool is_bare = !text.empty() && text.front() != ' ' && text.back() != ' ' &&
                       text.find_first_of("\",;\t\r\n") == std::string_view::npos;
  if (is_bare) return std::string(text);
  std::string field = "\"";
  for (const char letter : text) field.append(letter == '"' ? 2 : 1, letter);
  return field + '"';
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool is_too_long = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool is_surrogate = first == 0xed && byte(1) >= 0xa0, is_beyond = first == 0xf4 && byte(1) >= 0x90;
  return is_too_long || is_surrogate || is_beyond ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text, std::size_t most) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string result;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) return result + "...";
    const std::size_t length = utf8_length(text), bytes = std::max<std::size_t>(length, 1);
    const std::string_view character = text.substr(0, bytes);
    if (length > 0 && !is_control(character)) {
      result += character;
    } else {
      for (const char byte : character) {
        const auto value = static_cast<unsigned char>(byte);
        result += {'\\', 'x', kHex[value >> 4], kHex[value & 15]};
      }
    }
    text.remove_prefix(bytes);
  }
  return result;
}

std::string json_text(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto code = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\ufffd";
    } else if (code == '"' || code == '\\') {
      out += {'\\', text.front()};
    } else if (code == '\n') {
      out += "\\n";
    } else if (code == '\t') {
      out += "\\t";
    } else if (code == '\r') {
      out += "\\r";
    } else if (code < 0x20) {
      out += {'\\', 'u', '0', '0', kHex[code >> 4], kHex[code & 15]};
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

namespace {

// Levenshtein's distance: insertions, deletions and substitutions of letters.
std::size_t changed_letters(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = corner + (from[i - 1] != to[j - 1]);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t kMostChanges = 2, kLongestWord = 40;
  if (word.size() > kLongestWord) return "";
  std::string_view nearest;
  std::size_t least = std::min(kMostChanges, word.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t changes = changed_letters(word, candidate);
    if (changes < least) least = changes, nearest = candidate;
  }
  return nearest.empty() ? "" : filled("; did you mean '{}'?", nearest);
}

std::string join(const std::vector<std::string_view>& parts, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string filled_with(std::string_view pattern, std::initializer_list<Piece> pieces) {
  std::string text;
  auto next = pieces.begin();
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view two = pattern.substr(i, 2);
    if (two == "{}" && next != pieces.end()) {
      text += (next++)->text();
    } else {
      text += pattern[i];
    }
    if (two == "{}" || two == "{{" || two == "}}") ++i;
  }
  return text;
}

}  // namespace mixseed
