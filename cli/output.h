// Writes results to standard output, or to a file that appears only when it is complete.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/pieces.h"

namespace mixseed::cli {

// Standard output is closed or full. `reader_left` means a pipe that its reader has closed, such as | head.
class StandardOutputError : public std::runtime_error {
 public:
  StandardOutputError(const std::string& message, bool reader_left)
      : std::runtime_error(message), reader_left_(reader_left) {}
  bool reader_left() const noexcept { return reader_left_; }

 private:
  bool reader_left_;
};

// Makes a closed standard descriptor fail when used, so that no file opened later can take its number.
void reserve_standard_descriptors();

// Writes all of the text to standard output or throws StandardOutputError.
void print(std::string_view text);

// One line for people on standard output, control characters escaped.
void print_line(std::string_view line);

// Silences standard error from now on.
void be_silent();

// One line "mixseed: ..." on standard error, control characters escaped.
void complain(std::string_view message);

// Writes this text to a file. Signals wait until the temporary file is renamed or removed.
void write_file(const std::string& path, std::string_view text);

// Rows that are computed before they are written.
inline constexpr std::size_t kRowsOfPiece = 1024;

// Writes a table piece by piece to the destinations of write_table. While a writer to a file exists, signals must be
// deferred.
RowWriter table_writer(const std::string& path, const std::vector<std::string>& names,
                       std::optional<std::size_t> rows = std::nullopt);

// Rows with a header: CSV on standard output (`path` empty or "-"), or a .npy or CSV file, by extension.
void write_table(const std::string& path, const DataView& rows, const std::vector<std::string>& names);

// The same as CSV, with each row appended to its row of the source.
void write_beside(const std::string& path, const SourceRows& source, const DataView& rows,
                  const std::vector<std::string>& names);

}  // namespace mixseed::cli
