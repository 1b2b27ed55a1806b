#include "io/utf8.h"

#include "base/text.h"

namespace mixseed::io {
std::string to_utf8(std::string text) {
  if (is_utf8(text)) return text;
  std::string out;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x80) {
      out += letter;
    } else {
      out += static_cast<char>(0xc0 | (code >> 6));
      out += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return out;
}

}  // namespace mixseed::io
