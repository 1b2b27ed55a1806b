// What an experiment is run on: generated data, or a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/generate.h"

namespace mixseed::lab {

// A file of the experiment "real", or of the user.
struct FileSource {
  std::string name;         // in keys and tables: "covertype"
  std::string path;         // empty in what was read back from a store
  std::string columns;      // as in ReadOptions
  bool normalised = false;  // every column from 0 to 1
  bool mercator = false;    // the two columns are longitude and latitude in degrees
  std::string digest;       // of the numbers; filled by `load` and by a store
};

struct DataSet {
  std::size_t components = 0;
  std::optional<GeneratorOptions> generated;  // either this
  std::optional<FileSource> file;             // or this

  // The identity in a store; `parse` is its inverse (but for where a file lies). A file's digest must be known.
  std::string key() const;
  static DataSet parse(const std::string& key);
  // The value of rows, dim, separation, weight-skew, shape, noise, seed, components or data; empty for what it has not.
  std::string attribute(std::string_view name) const;
};

inline constexpr std::string_view kAttributes[] = {"rows",  "dim",   "separation", "weight-skew",
                                                   "shape", "noise", "components", "data"};

// "equal-10" or "different-1..10": sizes and eccentricities. Throws Error(usage).
void set_shape(GeneratorOptions& options, std::string_view text);
std::string shape_of(const GeneratorOptions& options);

// The rows, and what is needed to judge a model of them.
struct Loaded {
  Data data;
  std::vector<double> fresh;  // [rows][D] from the true mixture, without noise, or held out; empty when there are none
  std::vector<double> fresh_weights;  // of rows that were held out, if they have any
  std::vector<int> labels;            // of the fitted rows: their true component or kNoiseLabel; empty when not known
  std::vector<double> reference;      // D x D that `narrow` is in units of; empty: absolute
  // The paper calls a component degenerate when its smallest variance is below this: 1e-4 of the smallest true one.
  // Without a truth it is the floor of rules=paper, 1e-6 of the data's own covariance.
  double narrow = 0;

  DataView fresh_view() const {
    const DataView rows{fresh.data(), fresh.size() / data.view.columns(), data.view.columns()};
    return fresh_weights.empty() ? rows : rows.with_weights(fresh_weights);
  }
};

Loaded load(const DataSet& set);
// The caller's rows, which have to outlive the result.
Loaded borrowed(const DataView& view);
// Rows to be fitted, and others to judge the fit by.
Loaded held_out(Data fitted, const DataView& test);
// The key's digest of a file source: 16 hexadecimal digits that depend on every number.
std::string digest_of(const DataView& view);

}  // namespace mixseed::lab
