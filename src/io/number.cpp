// Decimal text to double. The fast path is Clinger's: an integer below 2^53 and a power of ten up to 10^22 are both
// exact doubles, so one multiplication or division rounds correctly.
#include "io/number.h"

#include <locale.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

#include "base/portable.h"
#include "base/text.h"

namespace mixseed::io {
namespace {

constexpr int kExactPower = 22;
constexpr std::array<double, kExactPower + 1> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::uint64_t kExactInteger = std::uint64_t{1} << 53;
constexpr std::ptrdiff_t kSafeDigits = 18;  // any number of 18 digits fits into 64 bits

const char* read_digits(const char* at, const char* end, std::uint64_t& number) {
  for (; at != end && is_digit(*at); ++at) number = number * 10 + static_cast<std::uint64_t>(*at - '0');
  return at;
}

// Reads an exponent like "e-12" at `at`, if there is one; nullptr if it is malformed or long.
const char* read_exponent(const char* at, const char* end, int& exponent) {
  if (at == end || (*at != 'e' && *at != 'E')) return at;
  ++at;
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  std::uint64_t magnitude = 0;
  const char* const digits_end = read_digits(at, end, magnitude);
  if (digits_end == at || digits_end - at > 4) return nullptr;
  exponent += negative ? -static_cast<int>(magnitude) : static_cast<int>(magnitude);
  return digits_end;
}

// read_double reports only "out of range", without the direction, and libraries differ on denormals.
NumberKind parse_extreme(std::string_view text, double& value) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const double number = strtod_l(std::string(text).c_str(), nullptr, c_locale);
  if (!std::isfinite(number)) return NumberKind::too_large;
  value = number;
  return NumberKind::number;
}

}  // namespace

NumberKind parse_number(std::string_view field, double& value) {
  std::string_view text = trim(field);
  if (text.empty()) return NumberKind::empty;
  if (text.front() == '+') {
    text.remove_prefix(1);
    if (text.empty() || text.front() == '-') return NumberKind::rubbish;
  }
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = read_double(text.data(), end, number);
  if (stop != end || error == std::errc::invalid_argument) return NumberKind::rubbish;
  if (error == std::errc::result_out_of_range) return parse_extreme(text, value);
  if (!std::isfinite(number)) return NumberKind::not_finite;
  value = number;
  return NumberKind::number;
}

const char* parse_short_number(const char* text, const char* end, double& value) {
  const char* at = text;
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  std::uint64_t digits = 0;
  const char* const whole = at;
  at = read_digits(at, end, digits);
  std::ptrdiff_t count = at - whole;
  int exponent = 0;
  if (at != end && *at == '.') {
    const char* const fraction = at + 1;
    at = read_digits(fraction, end, digits);
    const std::ptrdiff_t places = at - fraction;
    count += places;
    if (count > kSafeDigits) return nullptr;
    exponent = -static_cast<int>(places);
  }
  if (count == 0 || count > kSafeDigits || digits > kExactInteger) return nullptr;
  at = read_exponent(at, end, exponent);
  if (at == nullptr || exponent > kExactPower || exponent < -kExactPower) return nullptr;
  const double integer = static_cast<double>(digits);
  const double number = exponent < 0 ? integer / kPowers[static_cast<std::size_t>(-exponent)]
                                     : integer * kPowers[static_cast<std::size_t>(exponent)];
  value = negative ? -number : number;
  return at;
}

bool is_missing_mark(std::string_view field) {
  constexpr std::string_view kMarks[] = {"", "NA", "N/A", "n/a", "<NA>", "null", "NULL", "None", "?"};
  return std::find(std::begin(kMarks), std::end(kMarks), field) != std::end(kMarks);
}

bool is_missing(std::string_view field) {
  double value = 0;
  const NumberKind kind = parse_number(field, value);
  const bool is_nan = kind == NumberKind::not_finite && field.find_first_of("aA") != std::string_view::npos;
  return kind == NumberKind::empty || is_nan || is_missing_mark(field);
}

}  // namespace mixseed::io
