// Text for messages, canonical names, CSV and JSON.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mixseed {

// The shortest decimal text that reads back as the same double (or float): without exponent from 0.0001 to below 1e15
// (1e7). All output writes numbers with it.
std::string number_text(double value);
void append_number(std::string& out, double value);
void append_number(std::string& out, float value);
// A field of a CSV file, in quotes if a reader could misread it.
std::string csv_field(std::string_view text);
// How many bytes the UTF-8 character at the start of a text takes; 0 when there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
// Untrusted text for people: control characters, marks that change the writing direction and bytes that are not UTF-8
// become \xNN, so that a name can neither control a terminal nor imitate our output. Longer than `most` characters, it
// ends in "...".
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

// A JSON string with quotes; invalid UTF-8 becomes the replacement character.
std::string json_text(std::string_view text);
std::string join(const std::vector<std::string_view>& parts, std::string_view separator);
// "; did you mean 'kmeans'?" for a known word at an edit distance of at most two and a third of its letters, else "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known);
// The text without blanks, tabs and line ends at both ends.
std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);

// An argument of `filled`: text, or a number as a decimal.
class Piece {
 public:
  Piece(std::string_view text) : text_(text) {}
  Piece(const std::string& text) : text_(text) {}
  Piece(const char* text) : text_(text) {}
  Piece(char letter) : text_(1, letter) {}
  Piece(double number) : text_(number_text(number)) {}
  Piece(std::integral auto number) : text_(std::to_string(number)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The pattern with every {} replaced by the next piece; {{ and }} stand for single braces. Fast to compile, not to run.
std::string filled_with(std::string_view pattern, std::initializer_list<Piece> pieces);
template <typename... Pieces>
std::string filled(std::string_view pattern, const Pieces&... pieces) {
  return filled_with(pattern, {Piece(pieces)...});
}

}  // namespace mixseed
