// Arguments of the command line, checked and converted. Every function here throws Error(usage).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mixseed/data.h"
#include "mixseed/error.h"
#include "mixseed/fit.h"
#include "mixseed/io.h"

namespace mixseed::cli {

// Numbers of components, both ends included.
struct Range {
  std::size_t least = 0, most = 0;
  bool is_range = false;  // written as A..B, even when A = B
};

// A decimal integer from `least` to `most`; `option` names it in the message.
std::uint64_t parse_integer(std::string_view text, std::string_view option, std::uint64_t least, std::uint64_t most);
// A finite decimal number.
// A number of bytes such as 500M or 4G.
std::size_t parse_memory(std::string_view text);
double parse_number(std::string_view text, std::string_view option);
Range parse_components(std::string_view text);

// Options of all commands that read rows; see with_data_options.
struct DataArguments {
  std::string columns, exclude, delimiter, header, missing, memory;
  bool takes_marginal = false;  // whether `missing` may be marginal

  MissingValues handling() const {
    return missing == name_of(MissingValues::marginal) ? MissingValues::marginal : MissingValues::error;
  }
};
ReadOptions reading(const DataArguments& arguments, const std::string& weights = "");

// Reads rows and prints the notes of the reader to standard error.
Data read_rows(const std::string& path, const ReadOptions& options, bool quiet = false);

// A model and the rows to evaluate with it, in the order of the model's columns.
struct ModelAndData {
  ModelFile model;
  Data data;
};
ModelAndData read_model_and_data(const std::string& model, const std::string& data, ReadOptions options);

// Calls `compute`; its input and usage errors get the name of the data as a prefix.
template <typename Compute>
auto prefix_errors(const std::string& data, const Compute& compute) {
  try {
    return compute();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::input && error.code() != ErrorCode::usage) throw;
    throw Error(error.code(), data + ": " + error.what());
  }
}

}  // namespace mixseed::cli
