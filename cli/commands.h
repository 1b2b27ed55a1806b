// The list of the program's commands. A new command is a function here, and its name in commands.cpp.
#pragma once

#include "command.h"

namespace mixseed::cli {

// The command of the whole program, with all subcommands. Values that options point to live as long as the command.
Command mixseed_program();

Command fit_command();
Command predict_command();
Command score_command();
Command impute_command();
Command bootstrap_command();
Command sample_command();
Command methods_command();
Command convert_command();
Command generate_command();
Command lab_command();
Command help_command();
Command completions_command();
Command version_command();

}  // namespace mixseed::cli
