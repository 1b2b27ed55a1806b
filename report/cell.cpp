#include "report/cell.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace mixseed::report {
namespace {

constexpr int kMostDigits = 13;

std::string number_as(double number, std::chars_format format, int precision) {
  char buffer[64];
  const auto [end, code] = std::to_chars(buffer, buffer + sizeof buffer, number, format, precision);
  return {buffer, end};
}

}  // namespace

Cell::Cell(double number) : Cell(Missing()) {
  if (!std::isfinite(number)) return;
  value = number;
  shown = exact_text(number);
}

Cell::Cell(List cells) {
  for (const Cell& cell : cells) shown += (shown.empty() ? "" : " | ") + cell.shown;
  value = std::move(cells);
}

Cell Cell::as(std::string words) const {
  Cell other = *this;
  other.shown = std::move(words);
  return other;
}

std::string fixed_text(double number, int places) {
  if (!std::isfinite(number)) return "-";
  if (std::fabs(number) >= std::pow(10.0, kMostDigits - places)) return brief_text(number, 9);
  return number_as(number, std::chars_format::fixed, places);
}

std::string brief_text(double number, int digits) {
  return std::isfinite(number) ? number_as(number, std::chars_format::general, digits) : "-";
}

std::string exact_text(double number) { return number_text(number); }

Cell fixed(double number, int places) { return Cell(number).as(fixed_text(number, places)); }

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace mixseed::report
