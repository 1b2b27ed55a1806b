#include "lab/format.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "report/cell.h"

namespace mixseed {
namespace {

// What may follow a colon: zeros up to a width, a number of digits, a letter.
struct Style {
  explicit Style(std::string_view text) {
    if (text.empty()) return;
    if (text.back() == 'x' || text.back() == 'f' || text.back() == 'g' || text.back() == 'e') {
      letter = text.back();
      text.remove_suffix(1);
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    std::from_chars(text.data(), text.data() + point, width);
    if (point < text.size()) std::from_chars(text.data() + point + 1, text.data() + text.size(), digits);
  }
  std::size_t width = 0;
  int digits = -1;
  char letter = ' ';
};

std::string styled(std::string_view text, const Style&) { return std::string(text); }
std::string styled(char letter, const Style&) { return std::string(1, letter); }

std::string styled(double number, const Style& style) {
  if (style.digits < 0) return report::exact_text(number);
  std::array<char, 400> room;  // 309 digits before the point, and as many behind it as anyone asks for
  const auto form = style.letter == 'f'   ? std::chars_format::fixed
                    : style.letter == 'e' ? std::chars_format::scientific
                                          : std::chars_format::general;
  return {room.data(), std::to_chars(room.data(), room.data() + room.size(), number, form, style.digits).ptr};
}

std::string styled(std::integral auto number, const Style& style) {
  std::array<char, 24> room;
  char* const end = std::to_chars(room.data(), room.data() + room.size(), number, style.letter == 'x' ? 16 : 10).ptr;
  const std::string text(room.data(), end);
  return text.size() < style.width ? std::string(style.width - text.size(), '0') + text : text;
}

}  // namespace

std::string formatted_with(std::string_view pattern, std::initializer_list<FormatValue> values) {
  std::string text;
  auto next = values.begin();
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const bool is_doubled = at + 1 < pattern.size() && pattern[at + 1] == pattern[at];
    if (pattern[at] != '{' || is_doubled) {
      text += pattern[at];
      if (pattern[at] == '{' || pattern[at] == '}') ++at;
      continue;
    }
    const std::size_t end = pattern.find('}', at);
    const std::string_view inside = pattern.substr(at + 1, end - at - 1);
    const Style style(inside.substr(std::min<std::size_t>(1, inside.size())));
    text += std::visit([&](const auto& value) { return styled(value, style); }, (next++)->value());
    at = end;
  }
  return text;
}

}  // namespace mixseed
