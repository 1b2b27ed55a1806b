// One value of a report: exact for programs, as text for people.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mixseed::report {

struct Omitted {};  // left out
struct Missing {};  // unknown: null, "-"

struct Cell {
  using List = std::vector<Cell>;
  using Value = std::variant<Omitted, Missing, bool, std::int64_t, std::uint64_t, double, std::string, List>;

  Value value;
  std::string shown;

  Cell() = default;
  Cell(Missing) : value(Missing()), shown("-") {}
  Cell(bool yes) : value(yes), shown(yes ? "yes" : "no") {}
  template <std::signed_integral Whole>
  Cell(Whole number) : value(std::int64_t{number}), shown(std::to_string(number)) {}
  template <std::unsigned_integral Whole>
  requires(!std::same_as<Whole, bool>) Cell(Whole number)
      : value(std::uint64_t{number}), shown(std::to_string(number)) {}
  // Shown with all digits. NaN and infinity are Missing.
  Cell(double number);
  Cell(std::string text) : value(text), shown(std::move(text)) {}
  Cell(std::string_view text) : Cell(std::string(text)) {}
  Cell(const char* text) : Cell(std::string(text)) {}
  Cell(List cells);

  // The same value with another text for people.
  Cell as(std::string words) const;
  bool is_omitted() const { return std::holds_alternative<Omitted>(value); }
};

// A number with `places` decimals if that takes at most 13 digits, otherwise with nine significant digits; "-" for NaN
// and infinity.
std::string fixed_text(double number, int places);
// With `digits` significant digits, as %g.
std::string brief_text(double number, int digits);
// The shortest decimal text that reads back as the same number.
std::string exact_text(double number);

Cell fixed(double number, int places);
// "1 row", "2 rows".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace mixseed::report
