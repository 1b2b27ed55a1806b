// The data sets of an experiment: generated, or read from a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/generate.h"

namespace mixseed::lab {

// A file of the plan "real", or a file that the user names.
struct FileSource {
  std::string name;         // in keys and tables: "covertype"
  std::string path;         // empty after reading from a store
  std::string columns;      // as in ReadOptions
  bool normalised = false;  // every column from 0 to 1
  bool mercator = false;    // the two columns are longitude and latitude in degrees
  std::string digest;       // of the numbers; filled by `load` and by a store
};

struct DataSet {
  std::size_t components = 0;
  std::optional<GeneratorOptions> generated;  // either this
  std::optional<FileSource> file;             // or this

  // Identity in a store. `parse` restores everything but a file's path. A file needs its digest.
  std::string key() const;
  static DataSet parse(const std::string& key);
  // Value of one of kAttributes or of `seed`; empty where the data set has none.
  std::string attribute(std::string_view name) const;
};

inline constexpr std::string_view kAttributes[] = {"rows",  "dim",   "separation", "weight-skew",
                                                   "shape", "noise", "components", "data"};

// "equal-10" or "different-1..10": sizes and eccentricities. Throws Error(usage).
void set_shape(GeneratorOptions& options, std::string_view text);
std::string shape_of(const GeneratorOptions& options);

// The rows of a data set, and the means to judge a model of them.
struct LoadedData {
  Data data;
  std::vector<double> fresh;          // [rows][D] from the true mixture without noise, or the test fold; may be empty
  std::vector<double> fresh_weights;  // of the test fold's rows; empty without weights
  std::vector<int> labels;            // true component of each fitted row, or kNoiseLabel; empty if unknown
  std::vector<double> reference;      // D x D that `narrow` is in units of; empty: absolute
  // The paper calls a component degenerate when its smallest variance is below this: 1e-4 of the smallest true one.
  // Without a truth it is the floor of rules=paper, 1e-6 of the data's own covariance.
  double narrow = 0;

  DataView fresh_view() const {
    const DataView rows{fresh.data(), fresh.size() / data.view.columns(), data.view.columns()};
    return fresh_weights.empty() ? rows : rows.with_weights(fresh_weights);
  }
};

LoadedData load(const DataSet& set);
// A view of the caller's rows, which must outlive the result.
LoadedData load_view(const DataView& view);
// Rows to fit, and test rows to judge the fit by.
LoadedData load_fold(Data fitted, const DataView& test);
// Digest of a file for its key: 16 hexadecimal digits that depend on every number.
std::string digest_of(const DataView& view);

}  // namespace mixseed::lab
