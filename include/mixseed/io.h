// Files: rows in, models in and out. Every writer goes through a temporary file and a rename.
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

// The columns that a model, or anything else made from data, expects of a file.
struct ExpectedColumns {
  std::vector<std::string> names;  // empty: columns have to be matched by position
  std::size_t count = 0;           // how many there are, with or without names
  std::string source;              // who expects them, for messages: the model file
};

struct ReadOptions {
  std::string columns = "";  // which to keep, in this order: "a,b,3-5" or "a..d" (docs/data-formats.md); empty: all
  std::string weights = "";  // a column of the file (then not a feature) or another file with one column; empty: none
  // When set, the columns come in the order expected here. They are found by name where both sides have names, and
  // others are ignored; else by position, and the counts must agree. With `columns`, counts must agree too, and
  // columns of which none has an expected name are taken as they stand: that is how renamed ones are read.
  std::optional<ExpectedColumns> expected = std::nullopt;
  std::string exclude = "";                      // columns to leave out, written like `columns`
  std::optional<char> delimiter = std::nullopt;  // of text; ' ' is a run of blanks or tabs. Found when not given
  std::optional<bool> header = std::nullopt;     // whether the first row of a text has names. Found when not given
  bool drop_missing = false;  // leave out rows with a missing value in a column that is kept, instead of an error
  bool keep_missing = false;  // or make it NaN (mixseed/missing.h); a weight may not be missing
  // Most bytes that the content of a file and the numbers in it may take; 0: half of the memory that the process may
  // have. What is mapped does not count.
  std::size_t memory = 0;
  // Numbers of .npy files are not looked at, so that a large one need not be read to be opened: whoever uses them finds
  // those that are not finite.
  bool unseen = false;
  bool keep_source = false;  // Data::source gets the rows that are kept, with all columns of the file
  std::vector<std::string> source_without = {};  // but not with columns of these names
};

// Reads CSV, TSV or space separated text (delimiter and header detected; plain, .gz or .zst; "-" is standard
// input) or .npy. Two-dimensional C or Fortran order f4 and f8 .npy files are mapped, not copied, when all their
// columns are kept. A first column without a name that counts the rows, from 0 or 1, is left out unless it is chosen;
// the result's `notes` tell of that and of rows that were left out. Throws Error(input) naming file, line and column
// and what was expected, Error(failed) when that needs more memory than it may take.
Data read_data(const std::string& path, const ReadOptions& options = {});

// Most bytes that rows may take in memory by these options.
std::size_t memory_limit(const ReadOptions& options);

// The files that a name stands for: itself; those that match it when it is a pattern such as part-*.npy; those in it
// when it is a directory, but for hidden ones and those that begin with _. In the order of their names, numbers in them
// by value. Throws Error(input) when there is none.
std::vector<std::string> files_of(const std::string& path);
// Each of them. The columns of the first are expected of the others.
std::vector<Data> read_parts(const std::string& path, const ReadOptions& options = {});
// The rows of all parts, one after the other, in memory of their own; a single part is not copied.
Data joined(const std::vector<Data>& parts);

// Where a model came from; every field may be missing. Nothing here depends on the machine or the time, so that equal
// fits give equal files.
struct Provenance {
  std::string method;
  std::string version;
  std::uint64_t seed = 0;
  std::size_t rows = 0;
  std::optional<bool> converged = std::nullopt;
  std::size_t rounds = 0;                               // of em
  std::optional<double> log_likelihood = std::nullopt;  // mean per observation
  std::vector<double> resolution = {};                  // recording steps of the columns; empty: not known
};

struct ModelFile {
  Mixture mixture;
  std::vector<std::string> columns = {};  // the names of the mixture's columns; empty when the data had none
  std::optional<Provenance> provenance = std::nullopt;
};

// The documented JSON format (docs/model-format.md). A save and a load give the same bits.
std::string to_json(const ModelFile& file);
// `where` names the source in messages.
ModelFile from_json(std::string_view text, const std::string& where);
ModelFile load_model(const std::string& path);
void save_model(const std::string& path, const ModelFile& file);
void save_model(const std::string& path, const Mixture& mixture);

// Rows as CSV (header only when names are given) or NPY (f4 stays f4, everything else is f8), by extension.
// "-" writes CSV to standard output.
void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names = {});
// The same CSV in parts, whole lines each, for who writes it elsewhere. Rows that come in pieces: mixseed/pieces.h.
void write_csv(const DataView& data, const std::vector<std::string>& names,
               const std::function<void(std::string_view)>& sink);

// A file that appears under its name only when `commit` is called; otherwise nothing is left behind. The
// constructor throws Error(output) when the place cannot be written, so that a long fit fails before it starts.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Both of the following.
  void commit(std::string_view content);
  // Brings the content to the disk, not yet under the name; pipes and devices get it at once.
  void write(std::string_view content);
  // The same as `write` in pieces: any number of `append`, then `finish`.
  void append(std::string_view content);
  void finish();
  // Puts `start` in the place of as many bytes at the beginning of what was appended. Throws Error(output) unless
  // is_file().
  void rewrite(std::string_view start);
  // False for pipes and devices.
  bool is_file() const { return !temporary_.empty(); }
  // Gives it the name. Whoever has several results, or has to tell of one, writes them all before.
  void publish();

 private:
  std::string path_, temporary_;
  int descriptor_ = -1;
};

}  // namespace mixseed
