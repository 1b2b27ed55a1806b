#include "lab/format.h"
#include "mixseed/version.h"
#include "pages.h"

namespace mixseed::cli {
namespace {

constexpr std::string_view kDescription = R"roff(.SH DESCRIPTION
Results go to standard output, progress and messages to standard error.
Data are CSV, TSV or space separated text (plain, .gz, .zst; delimiter and header are detected), .npy, or \- for
standard input.
Data, method, seed and version decide the result; the number of threads does not.
)roff";

constexpr std::string_view kEnd = R"roff(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
Could not do it: every restart failed, no memory, standard output closed or full, interrupted.
.TP
.B 2
Wrong use, bad input, or an output that cannot be written.
.SH ENVIRONMENT
.TP
.B MIXSEED_DATA
Where the real data of
.B mixseed lab
are.
.TP
.B MIXSEED_KERNELS
Another set of kernels that the machine has: avx512, avx2, neon or scalar.
)roff";

// Escapes the text: dashes can be copied into a shell, and no line is read as a roff request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool begins_line = result.empty() || result.back() == '\n';
    if (begins_line && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else {
      result += letter;
    }
  }
  return result;
}

std::string option_entry(const Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : names_of(option)) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string text = ".TP\n" + joined(names, ", ");
  if (!option.type.empty()) text += " \\fI" + roff(option.type) + "\\fR";
  if (is_list(option)) text += " ...";
  return text + "\n" + roff(option.help) + (option.required ? " (required)" : "") + "\n";
}

std::string section(const CommandPath& place) {
  const Command& command = *place.command;
  std::string text = ".SS " + roff(usage_of(place)) + "\n" + roff(command.summary) + ".\n";
  for (const Option& argument : arguments_of(command)) text += option_entry(argument);
  for (const Option& option : options_of(command)) text += option_entry(option);
  text += ".PP\nExample:\n.PP\n.RS\n.nf\n";
  for (const std::string& example : command.examples) text += roff(example) + "\n";
  return text + ".fi\n.RE\n" + (command.note.empty() ? "" : ".PP\n" + roff(command.note) + "\n");
}

}  // namespace

std::string man_page(const Command& program) {
  std::string text = ".\\\" Made by: mixseed help --man\n";
  text += formatted(".TH MIXSEED 1 \"\" \"mixseed {}\" \"User Commands\"\n.SH NAME\n", kVersion);
  text += "mixseed \\- fits Gaussian mixtures, with care for where EM starts\n";
  text += ".SH SYNOPSIS\n.B mixseed\n.I COMMAND\n.RI [ OPTIONS ]\n";
  text += std::string(kDescription) + ".SH COMMANDS\n";
  for (const CommandPath& place : paths_of(program)) {
    if (place.command->commands.empty()) text += section(place);
  }
  return text + std::string(kEnd);
}

}  // namespace mixseed::cli
