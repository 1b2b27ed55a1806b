// Converts text of unknown encoding to UTF-8.
#pragma once

#include <string>

namespace mixseed::io {

// Returns valid UTF-8 unchanged; otherwise interprets every byte as Latin-1, which older spreadsheets write.
std::string to_utf8(std::string text);

}  // namespace mixseed::io
