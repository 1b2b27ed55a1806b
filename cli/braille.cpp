#include "braille.h"

#include <algorithm>
#include <cmath>

#include "lab/format.h"

namespace mixseed::cli {
namespace {

// Of the terminal's 256 colours, the nearest to those of the pages.
constexpr int kColours[] = {32, 166, 36, 175, 74, 178, 98, 137};

// The letters from U+2800 on, in UTF-8: bits of the dots are the low byte.
std::string braille_letter(unsigned dots) {
  return {'\xe2', static_cast<char>(0xa0 + (dots >> 6)), static_cast<char>(0x80 + (dots & 63))};
}

// Unicode counts the dots down the left side, then down the right side, and then the last line.
unsigned bit_of(std::size_t x, std::size_t from_top) {
  constexpr unsigned kBits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
  return kBits[x][from_top];
}

std::string coloured(const std::string& text, std::size_t colour) {
  return formatted("\x1b[38;5;{}m{}\x1b[0m", kColours[colour % std::size(kColours)], text);
}

}  // namespace

Braille::Braille(std::size_t columns, std::size_t lines)
    : columns_(columns), lines_(lines), letters_(columns * lines) {}

Braille::Letter* Braille::letter_at(double x, double y) {
  if (!(x >= 0 && x < static_cast<double>(width()) && y >= 0 && y < static_cast<double>(height()))) return nullptr;
  const std::size_t line = lines_ - 1 - static_cast<std::size_t>(y) / 4;
  return &letters_[line * columns_ + static_cast<std::size_t>(x) / 2];
}

void Braille::dot(double x, double y, std::size_t colour, int rank) {
  Letter* letter = letter_at(x, y);
  if (letter == nullptr) return;
  letter->dots |= bit_of(static_cast<std::size_t>(x) % 2, 3 - static_cast<std::size_t>(y) % 4);
  if (rank >= letter->rank) {
    letter->rank = rank;
    letter->colour = colour;
  }
}

void Braille::write(double x, double y, const std::string& text, std::size_t colour) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    Letter* letter = letter_at(x + 2 * static_cast<double>(i), y);
    if (letter == nullptr) return;
    letter->text = text[i];
    letter->colour = colour;
  }
}

std::vector<std::string> Braille::lines() const {
  std::vector<std::string> all;
  for (std::size_t line = 0; line < lines_; ++line) {
    std::string text;
    for (std::size_t column = 0; column < columns_; ++column) {
      const Letter& letter = letters_[line * columns_ + column];
      if (letter.text != 0) {
        text += coloured({letter.text}, letter.colour);
      } else {
        text += letter.dots == 0 ? " " : coloured(braille_letter(letter.dots), letter.colour);
      }
    }
    all.push_back(std::move(text));
  }
  return all;
}

std::string sparkline(const std::vector<double>& values, std::size_t most) {
  if (values.empty() || most == 0) return "";
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::size_t count = std::min(values.size(), most);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[count == 1 ? values.size() - 1 : i * (values.size() - 1) / (count - 1)];
    const double share = *high > *low ? (value - *low) / (*high - *low) : 1;
    text += {'\xe2', '\x96', static_cast<char>(0x81 + std::lround(7 * std::clamp(share, 0.0, 1.0)))};
  }
  return text;
}

}  // namespace mixseed::cli
