// A command as a value. Parser, help, man page, completions and the tables of docs/command-line.md read it, so every
// option is declared once.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mixseed::cli {

// Values that a shell completes, in addition to the option's own `words`.
enum class Completion { nothing, folders, methods, plans, data_sets, commands };

// What a command does with the file that a value names; check_files and the completions use it.
enum class FileUse { none, read, written, updated };

struct Option {
  std::string names;  // "-k,--components"; an argument has a word without dashes: "DATA"
  // The destination: a flag, a non-empty text that may be given once, or a list of texts.
  std::variant<bool*, std::string*, std::vector<std::string>*> value;
  std::string type;  // the word for the value in the help: "FILE"; empty for arguments
  std::string help;
  bool required = false;
  std::vector<std::string> excludes;  // names of options that exclude this one
  std::vector<std::string> words;     // some or all useful values, for completion
  Completion completion = Completion::nothing;
  FileUse file = FileUse::none;
  // Of a file that is read: the option whose file may replace it, and the flag that allows that (null: always).
  std::string replaced_by = {};
  const bool* replaced_if = nullptr;
  // The files that are read, if the value alone does not determine them.
  std::function<std::vector<std::string>()> files = nullptr;
};

struct Command {
  std::string name, summary;
  std::vector<Option> options;  // arguments in the order in which they are given
  std::vector<std::string> examples;
  std::string note;               // printed below the examples of the help
  std::vector<Command> commands;  // either these, or `run`
  std::function<void()> run;
  bool takes_ranks = false;  // whether mpirun may start it several times
};

bool is_argument(const Option& option);
bool is_flag(const Option& option);
bool is_list(const Option& option);
std::vector<std::string> names_of(const Option& option);
// The options or the arguments among them.
std::vector<Option> options_of(const Command& command);
std::vector<Option> arguments_of(const Command& command);

// A command and its full name: "mixseed lab run".
struct CommandPath {
  std::string path;
  const Command* command;
};
// The program and everything below it, in the order of the help.
std::vector<CommandPath> paths_of(const Command& program);
// The command that the words name, one after the other. Throws Error(usage) that lists the candidates.
CommandPath path_of(const Command& program, const std::vector<std::string>& words);

// "mixseed lab merge INTO PARTS...", with [OPTIONS] where there are any.
std::string usage_of(const CommandPath& place);
// Names of the commands below: "fit, predict".
std::string candidates_of(const Command& command);

}  // namespace mixseed::cli
