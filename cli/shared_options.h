// Options that several commands have, declared once.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "mixseed/names.h"

namespace mixseed::cli {

// The names of an enumeration's values, as Option::words.
template <Named Enum>
std::vector<std::string> words_of() {
  return {kNames<Enum>.begin(), kNames<Enum>.end()};
}

Option data_argument(std::string& data);
Option model_argument(std::string& model);
// Appends the options for reading rows; `columns` is the help of --columns, `takes_marginal` allows --missing marginal.
std::vector<Option> with_data_options(std::vector<Option> options, DataArguments& arguments, const std::string& columns,
                                      bool takes_marginal = false);
Option weights_option(std::string& weights);
Option seed_option(std::string& seed);
// --output for rows.
Option rows_output_option(std::string& output);
Option json_flag(bool& json);
// --format: the formats of the report layer.
Option format_option(std::string& format);
Option jobs_option(std::string& jobs);
Option store_option(std::string& store, FileUse use);

}  // namespace mixseed::cli
