// Completions for zsh: a function per command, with _arguments doing the work.
#include "completions.h"
#include "lab/format.h"

namespace mixseed::cli {
namespace {

constexpr std::string_view kZshBegin = R"script(#compdef mixseed
# Completions of mixseed for zsh, made by: mixseed completions zsh

# Offers words that may stand one behind the other, with slashes between them.
_mixseed__stages() {
  compset -P '*/'
  compadd -S '' -- "$@"
}
_mixseed__words_or_files() {
  compadd -- "$@"
  _files
}
)script";

constexpr std::string_view kZshEnd = R"script(
if [[ $funcstack[1] == _mixseed ]]; then
  _mixseed "$@"
else
  compdef _mixseed mixseed
fi
)script";

// Inside single quotes.
std::string zsh_quoted(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\'') {
      result += R"('\'')";
    } else {
      result += letter;
    }
  }
  return result;
}

std::string action(const Option& option, const Command& program) {
  const ValueCompletions values = completions_of(option, program);
  const std::string words = joined(values.words, " ");
  if (values.stages) return "{_mixseed__stages " + words + "}";
  if (values.files) return words.empty() ? "_files" : "{_mixseed__words_or_files " + words + "}";
  if (values.folders) return "_files -/";
  return words.empty() ? " " : "(" + words + ")";
}

// ":what it is:what to offer"; lists go on until the next option.
std::string value_of(const Option& option, const Command& program) {
  if (is_flag(option)) return "";
  const std::string what = is_argument(option) ? option.names : option.type;
  return formatted(":{}:{}", backslashed(what, ":"), action(option, program));
}

std::string option_line(const Option& option, const Command& program) {
  const std::string about = backslashed(option.help, "[]:");
  const std::vector<std::string> names = names_of(option);
  const std::string how = is_list(option) ? "*" : "";
  if (names.size() == 1) {
    return formatted("'{}{}[{}]{}'", how, names[0], zsh_quoted(about), zsh_quoted(value_of(option, program)));
  }
  return formatted("'({})'{{{}}}'[{}]{}'", joined(names, " "), joined(names, ","), zsh_quoted(about),
                   zsh_quoted(value_of(option, program)));
}

std::string leaf_function(const CommandPath& place, const Command& program) {
  std::vector<std::string> lines{"'--help[Print this help message and exit]'"};
  for (const Option& option : options_of(*place.command)) lines.push_back(option_line(option, program));
  for (const Option& argument : arguments_of(*place.command)) {
    lines.push_back(formatted("'{}{}'", is_list(argument) ? "*" : "", zsh_quoted(value_of(argument, program))));
  }
  return formatted("\n{}() {{\n  _arguments -s \\\n    {}\n}}\n", function_name(place), joined(lines, " \\\n    "));
}

std::string group_function(const CommandPath& place) {
  std::string names, cases;
  for (const Command& below : place.command->commands) {
    const std::string path = place.path + " " + below.name;
    names += formatted("    '{}:{}'\n", below.name, zsh_quoted(backslashed(below.summary, ":")));
    cases += formatted("        {}) {} ;;\n", below.name, function_name({path, &below}));
  }
  std::string text =
      "\n" + function_name(place) + "() {\n  local line state\n  local -a commands=(\n" + names + "  )\n";
  text += "  _arguments -C '--help[Print this help message and exit]' '1: :->command' '*:: :->rest'\n";
  text += "  case $state in\n    command) _describe 'command' commands ;;\n    rest)\n      case $line[1] in\n" + cases;
  return text + "      esac\n      ;;\n  esac\n}\n";
}

}  // namespace

std::string zsh_completions(const Command& program) {
  std::string text(kZshBegin);
  for (const CommandPath& place : paths_of(program)) {
    text += place.command->commands.empty() ? leaf_function(place, program) : group_function(place);
  }
  return text + std::string(kZshEnd);
}

}  // namespace mixseed::cli
