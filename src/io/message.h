// Parts of the messages of readers and writers: "file: place: got ..., expected ...".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/error.h"

namespace mixseed::io {

// Outside text in single quotes: valid UTF-8 is kept, control characters are escaped as \xNN, and text beyond 40
// characters is replaced by "...".
std::string shown(std::string_view text);

// "column 3 (width)", or "column 3" when there are no names. `column` counts from 0, the message from 1.
std::string column_place(std::size_t column, const std::vector<std::string>& names);

// "1 width, 2 height" or "1 to 4, without names"; long lists are cut.
std::string column_list(std::size_t count, const std::vector<std::string>& names);

// Column numbers (from 0, ascending) in the syntax of a column choice: "1-4,6".
std::string column_ranges(const std::vector<std::size_t>& columns);

// The system's message for an errno value.
std::string system_reason(int error_number);

// Throws Error(code) for a file name with a byte of zero, where the system would cut it off.
void refuse_zero(ErrorCode code, const std::string& path);

// Throws Error(code) with "where: what".
[[noreturn]] void fail(ErrorCode code, std::string_view where, std::string_view what);

}  // namespace mixseed::io
