// Files: rows in, models in and out. Every writer goes through a temporary file and a rename.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"

namespace mixseed {

struct ReadOptions {
  std::string columns;  // which columns to keep, in this order: "a,b,3-5" (names, or numbers from 1); empty keeps all
  std::string weights;  // a column of the file (then not a feature) or another file with one column; empty: none
};

// Reads CSV, TSV or space separated text (delimiter and header detected; plain, .gz or .zst; "-" is standard
// input) or .npy. Two-dimensional C or Fortran order f4 and f8 .npy files are mapped, not copied, when all their
// columns are kept. Throws Error(input) naming file, line and column and what was expected.
Data read_data(const std::string& path, const ReadOptions& options = {});

// Where a model came from; every field may be missing.
struct Provenance {
  std::string method;
  std::string version;
  std::uint64_t seed = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

struct ModelFile {
  Mixture mixture;
  std::optional<Provenance> provenance;
};

// The documented JSON format (docs/model-format.md). A save and a load give the same bits.
std::string to_json(const Mixture& mixture, const std::optional<Provenance>& provenance = {});
// `where` names the source in messages.
ModelFile from_json(std::string_view text, const std::string& where);
ModelFile load_model(const std::string& path);
void save_model(const std::string& path, const Mixture& mixture, const std::optional<Provenance>& provenance = {});

// Rows as CSV (header only when names are given) or NPY (f4 stays f4, everything else is f8), by extension.
// "-" writes CSV to standard output.
void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names = {});

// A file that appears under its name only when `commit` is called; otherwise nothing is left behind. The
// constructor throws Error(output) when the place cannot be written, so that a long fit fails before it starts.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void commit(std::string_view content);

 private:
  std::string path_, temporary_;
  int descriptor_ = -1;
};

}  // namespace mixseed
