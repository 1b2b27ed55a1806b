// A picture for terminals made of Braille characters, each with two by four dots.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mixseed::cli {

class Braille {
 public:
  Braille(std::size_t columns, std::size_t lines);

  // Sizes are in dots: two per character horizontally, four vertically.
  std::size_t width() const { return 2 * columns_; }
  std::size_t height() const { return 4 * lines_; }

  // Sets a dot, counted from the lower left corner, in the colour of a component; ignores dots outside. A character
  // shows the colour with the highest rank, the last among equal ones.
  void dot(double x, double y, std::size_t colour, int rank = 0);
  // A short text instead of dots, its first character at that dot.
  void write(double x, double y, const std::string& text, std::size_t colour);

  // The lines, with escape sequences for colours.
  std::vector<std::string> lines() const;

 private:
  struct Letter {
    unsigned dots = 0;
    char text = 0;  // 0: dots
    std::size_t colour = 0;
    int rank = -1;
  };
  Letter* letter_at(double x, double y);

  std::size_t columns_, lines_;
  std::vector<Letter> letters_;
};

// A bar chart of at most `most` characters, with eight heights from the smallest to the largest value.
std::string sparkline(const std::vector<double>& values, std::size_t most);

}  // namespace mixseed::cli
