// Completions for bash. The script needs nothing but bash 4.
#include "completions.h"
#include "lab/format.h"

namespace mixseed::cli {
namespace {

constexpr std::string_view kBashBegin = R"script(# Completions of mixseed for bash, made by: mixseed completions bash

# Offers what is named by the first word for the text in $cur.
_mixseed_offer() {
  local kind=$1 before=
  shift
  case $kind in
    files) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur"; compgen -f -- "$cur") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur") ;;
    stages)
      before=${cur%"${cur##*/}"}
      mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${cur##*/}")
      compopt -o nospace 2>/dev/null
      ;;
  esac
  case $kind in
    files | folders) compopt -o filenames 2>/dev/null ;;
  esac
}
)script";

// Goes through the words before the cursor. bash splits words at = and :, so a value may consist of several words.
constexpr std::string_view kBashEnd = R"script(
_mixseed() {
  local cur=${COMP_WORDS[COMP_CWORD]} command=mixseed option= last= count=0 at word value
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]}
    _mixseed_value "$command" "$option"
    case $word in
      = | :) option=$last ;;
      -?*) option=$word last=$word ;;
      *)
        if [[ ${value[0]-} == one ]]; then
          option=
        elif [[ ${value[0]-} != many ]]; then
          option= last=
          if ((count == 0)) && _mixseed_is_command "$command $word"; then
            command="$command $word"
          else
            count=$((count + 1))
          fi
        fi
        ;;
    esac
  done
  if [[ $cur == [=:] ]]; then cur= option=$last; fi
  _mixseed_value "$command" "$option"
  if [[ $cur == -* ]]; then
    _mixseed_options "$command"
  elif ((${#value[@]} > 1)); then
    _mixseed_offer "${value[@]:1}"
  elif ((${#value[@]} == 0)); then
    _mixseed_argument "$command" "$count"
  fi
}
complete -F _mixseed mixseed
)script";

std::string offer_words(const Option& option, const Command& program) {
  const ValueCompletions values = completions_of(option, program);
  const std::string words = values.words.empty() ? "" : " " + joined(values.words, " ");
  if (values.files) return "files" + words;
  if (values.folders) return "folders";
  if (values.stages) return "stages" + words;
  return words.empty() ? "" : "words" + words;
}

// value=(one|many WHAT TO OFFER), or nothing when the option takes no value.
std::string value_function(const Command& program) {
  std::string text = "\n_mixseed_value() {\n  value=()\n  case \"$1 $2\" in\n";
  for (const CommandPath& place : paths_of(program)) {
    for (const Option& option : options_of(*place.command)) {
      if (is_flag(option)) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : names_of(option)) patterns.push_back(formatted("'{} {}'", place.path, name));
      const std::string offer = offer_words(option, program);
      text += formatted("    {}) value=({}{}) ;;\n", joined(patterns, " | "), is_list(option) ? "many" : "one",
                        offer.empty() ? "" : " " + offer);
    }
  }
  return text + "  esac\n}\n";
}

std::string is_command_function(const Command& program) {
  std::vector<std::string> patterns;
  for (const CommandPath& place : paths_of(program)) patterns.push_back("'" + place.path + "'");
  return formatted("\n_mixseed_is_command() {{\n  case $1 in\n    {}) return 0 ;;\n  esac\n  return 1\n}}\n",
                   joined(patterns, " | "));
}

std::string options_function(const Command& program) {
  std::string text = "\n_mixseed_options() {\n  case $1 in\n";
  for (const CommandPath& place : paths_of(program)) {
    std::vector<std::string> names{"--help"};
    if (place.command == &program) names.emplace_back("--version");
    for (const Option& option : options_of(*place.command)) {
      for (const std::string& name : names_of(option)) names.push_back(name);
    }
    text += formatted("    '{}') _mixseed_offer words {} ;;\n", place.path, joined(names, " "));
  }
  return text + "  esac\n}\n";
}

// What may stand where no option's value is expected: commands, or the argument after `count` others.
std::string argument_function(const Command& program) {
  std::string text = "\n_mixseed_argument() {\n  case \"$1 $2\" in\n";
  for (const CommandPath& place : paths_of(program)) {
    if (!place.command->commands.empty()) {
      std::vector<std::string> names;
      for (const Command& below : place.command->commands) names.push_back(below.name);
      text += formatted("    '{} 0') _mixseed_offer words {} ;;\n", place.path, joined(names, " "));
    }
    std::size_t before = 0;
    for (const Option& argument : arguments_of(*place.command)) {
      const std::string pattern =
          is_list(argument) ? formatted("'{} '*", place.path) : formatted("'{} {}'", place.path, before++);
      const std::string offer = offer_words(argument, program);
      if (!offer.empty()) text += formatted("    {}) _mixseed_offer {} ;;\n", pattern, offer);
    }
  }
  return text + "  esac\n}\n";
}

}  // namespace

std::string bash_completions(const Command& program) {
  return std::string(kBashBegin) + value_function(program) + is_command_function(program) + options_function(program) +
         argument_function(program) + std::string(kBashEnd);
}

}  // namespace mixseed::cli
