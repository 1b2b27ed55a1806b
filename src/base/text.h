// Small pieces of text that messages and canonical names are made of.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mixseed {

// The one way to write a number exactly: the shortest decimal text that reads back as the same double (or float), plain
// from 0.0001 to below 1e15 (1e7), with an exponent beyond.
std::string number_text(double value);
void append_number(std::string& out, double value);
void append_number(std::string& out, float value);
// The one way to write a text into a CSV file: in quotes where a reader might take it for something else.
std::string csv_field(std::string_view text);
// How many bytes the UTF-8 character at the start of a text takes; 0 when there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
// Text from outside, for people: control characters, marks that change the direction of writing and bytes that are not
// UTF-8 become \xNN, so that a name can neither steer a terminal nor look like a line of ours. At most `most`
// characters; "..." stands for the rest.
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

// A text in the quotes of JSON; what is no valid UTF-8 becomes the replacement character.
std::string json_text(std::string_view text);
std::string join(const std::vector<std::string_view>& parts, std::string_view separator);
// "; did you mean 'kmeans'?" for the known word that at most two changed letters, and a third of all, lead to; else "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known);
// Without the blanks, tabs and ends of lines around it.
std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);

// What `filled` puts between words: text as it is, numbers as decimals.
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

// The pattern with every {} replaced by the next piece; {{ and }} stand for single braces. Messages are made with it,
// so it is small to compile rather than fast.
std::string filled_with(std::string_view pattern, std::initializer_list<Piece> pieces);
template <typename... Pieces>
std::string filled(std::string_view pattern, const Pieces&... pieces) {
  return filled_with(pattern, {Piece(pieces)...});
}

}  // namespace mixseed
