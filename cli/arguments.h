// Words of the command line, checked and turned into values. Everything here throws Error(usage).
#pragma once

#include <CLI/CLI.hpp>
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
double parse_number(std::string_view text, std::string_view option);
Range parse_components(std::string_view text);
Criterion parse_criterion(std::string_view text);

// An option or argument whose value may not be empty, so that an empty string means "not given". The help shows the
// value as `type`.
CLI::Option* add_text(CLI::App& command, const std::string& name, std::string& value, const std::string& type,
                      const std::string& description);

// A model and the rows to evaluate with it. Throws Error(input) unless the rows have the model's dimension.
struct ModelAndData {
  ModelFile model;
  Data data;
};
ModelAndData read_model_and_data(const std::string& model, const std::string& data, const ReadOptions& options);

// Throws Error(input) unless the data and what should describe it have equally many columns.
void expect_columns(const std::string& data, std::size_t columns, const std::string& other, std::size_t dim);

// What `compute` gives; its errors about the data or what was asked of them get the data's name in front.
template <typename Compute>
auto about(const std::string& data, const Compute& compute) {
  try {
    return compute();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::input && error.code() != ErrorCode::usage) throw;
    throw Error(error.code(), data + ": " + error.what());
  }
}

}  // namespace mixseed::cli
