// Rows of files in pieces: read and written in memory that does not grow with their number.
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

// The rows of read_data, with its checks and messages. What is wrong with a row is found when the reading comes to it,
// so earlier rows may have been handed out by then.
//
// Text of any size needs about ten megabytes (fewer with a small ReadOptions::memory), or what its longest row needs,
// up to that limit. Mapped .npy files need as much; what read_data reads into memory (an .npy file from standard
// input or compressed) is read so here.
//
// Whether a first column without a name counts the rows is known at the end only. A regular file of more than a piece
// is read twice for it. From a pipe the first megabyte decides, and Error(input) comes where the column counts no
// further.
class RowReader {
 public:
  // `watch` is called between pieces, and several times a second while input is awaited; it may throw to end that.
  // Throws as read_data, and Error(usage) for options with weights or `keep_source`.
  explicit RowReader(const std::string& path, const ReadOptions& options = {}, std::function<void()> watch = {});
  ~RowReader();
  RowReader(RowReader&&) noexcept;

  // Of the columns that are kept; empty when the file has none.
  const std::vector<std::string>& names() const;
  // The next rows, at least one, valid until the next call; nothing at the end. They are all floats or all doubles.
  std::optional<DataView> next();
  // What the reader decided by itself, one sentence each; all of them at the end.
  const std::vector<std::string>& notes() const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

// The file that write_data writes, from rows that come in pieces. It appears when it is published; without that
// nothing is left behind.
class RowWriter {
 public:
  // `rows` is how many will come, when that is known. An .npy file for a pipe or a device waits in memory without it.
  // Throws Error(output) when the place cannot be written, Error(usage) when it has the name of a compressed file.
  explicit RowWriter(const std::string& path, std::vector<std::string> names = {},
                     std::optional<std::size_t> rows = std::nullopt);
  // CSV for someone else, in parts of whole lines.
  explicit RowWriter(std::function<void(std::string_view)> sink, std::vector<std::string> names = {});
  ~RowWriter();
  RowWriter(RowWriter&&) noexcept;

  // Throws Error(usage) for rows with another number of columns or type than those before, or than there are names.
  void add(const DataView& rows);
  // Brings everything to the disk, or to the one who gets it, not yet under the name.
  void write();
  // Gives it the name.
  void publish();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace mixseed
