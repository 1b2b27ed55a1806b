// Texts of unknown origin as UTF-8.
#pragma once

#include <string>

namespace mixseed::io {

// The text itself if it is valid UTF-8; else every byte is taken for a character of Latin-1, as older spreadsheets
// write them.
std::string as_utf8(std::string text);

}  // namespace mixseed::io
