// Parses the words of the command line to a command with its values. Only parser.cpp depends on the parser library.
#pragma once

#include <string>
#include <vector>

#include "command.h"

namespace mixseed::cli {

// The result of parsing: a command to run, or a text to print (help, version).
struct Request {
  const Command* command = nullptr;
  std::string text;
};

// Fills what the options of the chosen command point to. Throws Error(usage) that names the help of the command.
// `words` without the program's name.
Request parse(const Command& program, const std::vector<std::string>& words);

// What `mixseed WORDS --help` prints. Throws Error(usage) unless the words name a command.
std::string help_text(const Command& program, const std::vector<std::string>& words);

}  // namespace mixseed::cli
