#include "base/portable.h"

#include <locale.h>
#include <stdlib.h>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

#include <cerrno>
#include <string>
#include <string_view>

namespace mixseed {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

const char* skip_digits(const char* at, const char* last) {
  while (at != last && is_decimal(*at)) ++at;
  return at;
}

// The end of `word` at `at`, in any case; `at` itself if another text stands there.
const char* skip_word(const char* at, const char* last, std::string_view word) {
  const char* end = at;
  for (const char letter : word) {
    if (end == last || (*end | 0x20) != letter) return at;
    ++end;
  }
  return end;
}

const char* skip_exponent(const char* at, const char* last) {
  if (at == last || (*at != 'e' && *at != 'E')) return at;
  const char* digits = at + 1;
  if (digits != last && (*digits == '-' || *digits == '+')) ++digits;
  const char* const end = skip_digits(digits, last);
  return end == digits ? at : end;
}

// The end of the number that starts at `first`, which is `first` if there is none.
const char* end_of_number(const char* first, const char* last) {
  const char* const start = first != last && *first == '-' ? first + 1 : first;
  for (const std::string_view word : {"infinity", "inf", "nan"}) {
    if (const char* const end = skip_word(start, last, word); end != start) return end;
  }
  const char* at = skip_digits(start, last);
  std::ptrdiff_t digits = at - start;
  if (at != last && *at == '.') {
    const char* const fraction = at + 1;
    at = skip_digits(fraction, last);
    digits += at - fraction;
  }
  return digits == 0 ? first : skip_exponent(at, last);
}

}  // namespace

std::from_chars_result read_double_by_strtod(const char* first, const char* last, double& value) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const char* const end = end_of_number(first, last);
  if (end == first) return {first, std::errc::invalid_argument};
  const int saved = errno;
  errno = 0;
  const double number = strtod_l(std::string(first, end).c_str(), nullptr, c_locale);
  const bool is_out_of_range = errno == ERANGE;
  errno = saved;
  if (is_out_of_range) return {end, std::errc::result_out_of_range};
  value = number;
  return {end, std::errc()};
}

std::from_chars_result read_double(const char* first, const char* last, double& value) {
#if defined(__cpp_lib_to_chars)
  return std::from_chars(first, last, value);
#else
  return read_double_by_strtod(first, last, value);
#endif
}

}  // namespace mixseed
