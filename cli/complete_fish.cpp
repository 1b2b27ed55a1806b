// Completions for fish: a line per command and option.
#include "completions.h"
#include "lab/format.h"

namespace mixseed::cli {
namespace {

constexpr std::string_view kFishBegin = R"script(# Completions of mixseed for fish, made by: mixseed completions fish

# Whether the words behind the program's name begin with these.
function __mixseed_in
    set -l words (commandline -opc)
    set -l last (math 1 + (count $argv))
    test "$words[2..$last]" = "$argv"
end
# Whether a command below these is next.
function __mixseed_next
    test (count (commandline -opc)) -eq (math 1 + (count $argv)); or return 1
    test (count $argv) -eq 0; or __mixseed_in $argv
end
# Words that may stand one behind the other, with slashes between them.
function __mixseed_stages
    set -l before (string match -r '.*/' -- (commandline -ct))
    printf "$before%s\n" $argv
end
complete -c mixseed -f
)script";

std::string fish_quoted(std::string_view text) { return "'" + backslashed(text, "'\\") + "'"; }

// The words behind the program's name.
std::string words_of(const CommandPath& place) {
  const std::size_t space = place.path.find(' ');
  return space == std::string::npos ? "" : place.path.substr(space);
}

std::string offer(const Option& option, const Command& program) {
  const ValueCompletions values = completions_of(option, program);
  std::string text;
  if (values.files) text = " -F";
  if (values.folders) text = " -a '(__fish_complete_directories (commandline -ct))'";
  const std::string words = joined(values.words, " ");
  if (words.empty()) return text;
  return text + " -a " + fish_quoted(values.stages ? "(__mixseed_stages " + words + ")" : words);
}

std::string option_line(const CommandPath& place, const Option& option, const Command& program) {
  std::string text = formatted("complete -c mixseed -n '__mixseed_in{}'", words_of(place));
  if (!is_argument(option)) {
    for (const std::string& name : names_of(option)) {
      text += name.substr(0, 2) == "--" ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += " -d " + fish_quoted(option.help) +
            (is_flag(option)                         ? ""
             : completions_of(option, program).files ? " -r"
                                                     : " -x");
  }
  return text + (is_flag(option) ? "" : offer(option, program)) + "\n";
}

}  // namespace

std::string fish_completions(const Command& program) {
  std::string text(kFishBegin);
  text += "complete -c mixseed -l help -d 'Print this help message and exit'\n";
  for (const CommandPath& place : paths_of(program)) {
    for (const Command& below : place.command->commands) {
      text += formatted("complete -c mixseed -n '__mixseed_next{}' -a {} -d {}\n", words_of(place), below.name,
                        fish_quoted(below.summary));
    }
    for (const Option& option : place.command->options) text += option_line(place, option, program);
  }
  return text;
}

}  // namespace mixseed::cli
