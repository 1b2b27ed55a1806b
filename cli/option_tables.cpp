#include "completions.h"
#include "lab/format.h"
#include "pages.h"

namespace mixseed::cli {
namespace {

std::string row(const Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : names_of(option)) names.push_back("`" + name + "`");
  std::string left = joined(names, ", ");
  if (!option.type.empty()) left += " `" + backslashed(option.type, "|") + "`";
  if (is_list(option)) left += " ...";
  return formatted("| {} | {}{} |\n", left, backslashed(option.help, "|"), option.required ? " (required)" : "");
}

}  // namespace

std::string option_tables(const Command& program) {
  std::string text;
  for (const CommandPath& place : paths_of(program)) {
    if (place.command->options.empty()) continue;
    text += formatted("\n### {}\n\n{}: `{}`\n\n| option | |\n|---|---|\n", place.path, place.command->summary,
                      usage_of(place));
    for (const Option& argument : arguments_of(*place.command)) text += row(argument);
    for (const Option& option : options_of(*place.command)) text += row(option);
  }
  return text;
}

}  // namespace mixseed::cli
