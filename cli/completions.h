// Scripts that let a shell complete commands, options and values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.h"

namespace mixseed::cli {

std::string bash_completions(const Command& program);
std::string zsh_completions(const Command& program);
std::string fish_completions(const Command& program);

// The completions of a value.
struct ValueCompletions {
  std::vector<std::string> words;
  bool files = false, folders = false;
  bool stages = false;  // the words may follow one another, separated by slashes
};
ValueCompletions completions_of(const Option& option, const Command& program);

// "mixseed lab run" as the name of a shell function: "_mixseed_lab_run".
std::string function_name(const CommandPath& place);
// The text with a backslash before every character of `letters`.
std::string backslashed(std::string_view text, std::string_view letters);

}  // namespace mixseed::cli
