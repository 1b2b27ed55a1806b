// Documentation generated from the list of commands.
#pragma once

#include <string>

#include "command.h"

namespace mixseed::cli {

// The manual page, in roff.
std::string man_page(const Command& program);
// A heading and a table of the options of every command, in Markdown.
std::string option_tables(const Command& program);

}  // namespace mixseed::cli
