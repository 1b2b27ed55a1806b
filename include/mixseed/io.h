// Files of rows and of models. Every writer writes a temporary file and renames it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed {

// The columns that a model, or another result of data, expects of a file.
struct ExpectedColumns {
  std::vector<std::string> names;  // empty: columns are matched by position
  std::size_t count = 0;           // their number, with or without names
  std::string source;              // the file that expects them, for messages
};

struct ReadOptions {
  std::string columns = "";  // which to keep, in this order: "a,b,3-5" or "a..d" (docs/data-formats.md); empty: all
  std::string weights = "";  // a column of the file (then not a feature) or another file with one column; empty: none
  // When set, the columns come in the expected order. They are matched by name where both sides have names, ignoring
  // other columns, else by position with equal counts. With `columns`, counts must agree too; columns are taken by
  // position if none has an expected name, which reads renamed columns.
  std::optional<ExpectedColumns> expected = std::nullopt;
  std::string exclude = "";                      // columns to leave out, written like `columns`
  std::optional<char> delimiter = std::nullopt;  // of text; ' ': runs of blanks or tabs. Default: detected
  std::optional<bool> header = std::nullopt;     // whether the first row of a text has names. Default: detected
  bool drop_missing = false;  // leave out rows with a missing value in a kept column; default: an error
  bool keep_missing = false;  // read missing values as NaN (mixseed/missing.h); a missing weight is an error
  // Limit in bytes for the content of a file and its numbers; 0: half of the memory available to the process. Mapped
  // files do not count.
  std::size_t memory = 0;
  // Skips the check for finite numbers in .npy files, so that opening a large file does not read it. The passes over
  // the rows check then.
  bool unseen = false;
  bool keep_source = false;                      // Data::source gets the kept rows, with all columns of the file
  std::vector<std::string> source_without = {};  // except columns with these names
};

// Reads CSV, TSV or space separated text (delimiter and header detected; plain, .gz or .zst; "-" is standard
// input) or .npy. Two-dimensional C or Fortran order f4 and f8 .npy files are mapped, not copied, when all their
// columns are kept. A first column without a name that counts the rows, from 0 or 1, is left out unless it is chosen;
// the result's `notes` say so and count the omitted rows. Throws Error(input) with file, line, column and what was
// expected, Error(failed) when that needs more memory than the limit.
Data read_data(const std::string& path, const ReadOptions& options = {});

// The limit in bytes that these options give.
std::size_t memory_limit(const ReadOptions& options);

// The file itself; for a pattern such as part-*.npy the matching files; for a directory its files, except hidden ones
// and names that begin with _. In the order of their names, with numbers in names compared by value. Throws
// Error(input) if there are none.
std::vector<std::string> files_of(const std::string& path);
// Reads each of these files. The others must have the columns of the first.
std::vector<Data> read_parts(const std::string& path, const ReadOptions& options = {});
// A copy of the rows of all parts in order; a single part is not copied.
Data joined(const std::vector<Data>& parts);

// The origin of a model; every field may be empty. No field depends on the machine or the time, so equal fits give
// equal files.
struct Provenance {
  std::string method;
  std::string version;
  std::uint64_t seed = 0;
  std::size_t rows = 0;
  std::optional<bool> converged = std::nullopt;
  std::size_t rounds = 0;                               // of em
  std::optional<double> log_likelihood = std::nullopt;  // mean per observation
  std::vector<double> resolution = {};                  // recording steps of the columns; empty: unknown
};

struct ModelFile {
  Mixture mixture;
  std::vector<std::string> columns = {};  // the names of the mixture's columns; empty when the data had none
  std::optional<Provenance> provenance = std::nullopt;
};

// The JSON format of docs/model-format.md. Saving and loading preserves every bit.
std::string to_json(const ModelFile& file);
// `where` names the source in messages.
ModelFile from_json(std::string_view text, const std::string& where);
ModelFile load_model(const std::string& path);
void save_model(const std::string& path, const ModelFile& file);
void save_model(const std::string& path, const Mixture& mixture);

// Rows as CSV (header only when names are given) or NPY (f4 stays f4, everything else is f8), by extension.
// "-" writes CSV to standard output.
void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names = {});
// Passes the same CSV to `sink` in parts of whole lines. For rows in pieces see mixseed/pieces.h.
void write_csv(const DataView& data, const std::vector<std::string>& names,
               const std::function<void(std::string_view)>& sink);

// A file that appears under its name only when `commit` or `publish` is called; without that nothing remains. The
// constructor throws Error(output) when the file cannot be written, so that a long fit fails before it starts.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // write() and publish().
  void commit(std::string_view content);
  // Writes the content to the disk under a temporary name; pipes and devices get it at once.
  void write(std::string_view content);
  // The same as `write` in pieces: any number of `append`, then `finish`.
  void append(std::string_view content);
  void finish();
  // Overwrites the first start.size() appended bytes. Throws Error(output) unless is_file().
  void rewrite(std::string_view start);
  // False for pipes and devices.
  bool is_file() const { return !temporary_.empty(); }
  // Renames the file to its name. With several results, write all of them before publishing the first.
  void publish();

 private:
  std::string path_, temporary_;
  int descriptor_ = -1;
};

}  // namespace mixseed
