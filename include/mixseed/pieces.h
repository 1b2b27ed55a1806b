// Rows of files read and written in pieces; memory does not grow with their number.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/io.h"

namespace mixseed {

// The rows of read_data, with its checks and messages. An invalid row is reported when the reader reaches it, after
// earlier rows have been returned.
//
// Text and mapped .npy files need about ten megabytes (less with a small ReadOptions::memory), or the size of the
// longest row up to that limit. Compressed .npy files and those from standard input are read into memory, as by
// read_data.
//
// Only the last row decides whether a first column without a name counts the rows. So a regular file longer than one
// piece is read twice. For a pipe the first megabyte decides, and Error(input) reports the first row that breaks the
// count.
class RowReader {
 public:
  // `watch` is called between pieces, and several times a second while waiting for input; it may throw to stop.
  // Throws as read_data, and Error(usage) for options with weights or `keep_source`.
  explicit RowReader(const std::string& path, const ReadOptions& options = {}, std::function<void()> watch = {});
  ~RowReader();
  RowReader(RowReader&&) noexcept;

  // Names of the kept columns; empty when the file has none.
  const std::vector<std::string>& names() const;
  // The next rows, at least one, valid until the next call; nothing at the end. All pieces are floats, or all doubles.
  std::optional<DataView> next();
  // Decisions of the reader, one sentence each; complete after the last row.
  const std::vector<std::string>& notes() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// Writes the file of write_data from rows in pieces. It appears under its name only when it is published.
class RowWriter {
 public:
  // `rows`: their number, if known. Without it, an .npy file for a pipe or a device is kept in memory until the end.
  // Throws Error(output) when the file cannot be written, Error(usage) for the name of a compressed file.
  explicit RowWriter(const std::string& path, std::vector<std::string> names = {},
                     std::optional<std::size_t> rows = std::nullopt);
  // Passes CSV to `sink` in parts of whole lines.
  explicit RowWriter(std::function<void(std::string_view)> sink, std::vector<std::string> names = {});
  ~RowWriter();
  RowWriter(RowWriter&&) noexcept;

  // Throws Error(usage) unless the number of columns equals that of the names and of earlier rows, and the type too.
  void add(const DataView& rows);
  // Writes everything to the disk under a temporary name, or passes it to the sink.
  void write();
  // Renames the file to its name.
  void publish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mixseed
