#include "command.h"

#include <algorithm>

#include "lab/format.h"
#include "mixseed/error.h"
#include "report/suggestion.h"

namespace mixseed::cli {
namespace {

void add_places(const Command& command, const std::string& path, std::vector<CommandPath>& places) {
  places.push_back({path, &command});
  for (const Command& below : command.commands) add_places(below, path + " " + below.name, places);
}

std::vector<Option> options_that(const Command& command, bool (*is_wanted)(const Option&)) {
  std::vector<Option> found;
  std::copy_if(command.options.begin(), command.options.end(), std::back_inserter(found), is_wanted);
  return found;
}

}  // namespace

bool is_argument(const Option& option) { return option.names.front() != '-'; }
bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.value); }
bool is_list(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.value); }

std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= option.names.size();) {
    const std::size_t end = std::min(option.names.find(',', begin), option.names.size());
    names.push_back(option.names.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::vector<Option> options_of(const Command& command) {
  return options_that(command, [](const Option& option) { return !is_argument(option); });
}

std::vector<Option> arguments_of(const Command& command) { return options_that(command, is_argument); }

std::vector<CommandPath> paths_of(const Command& program) {
  std::vector<CommandPath> places;
  add_places(program, program.name, places);
  return places;
}

CommandPath path_of(const Command& program, const std::vector<std::string>& words) {
  CommandPath place{program.name, &program};
  for (const std::string& word : words) {
    const std::vector<Command>& below = place.command->commands;
    const auto found = std::find_if(below.begin(), below.end(), [&](const Command& c) { return c.name == word; });
    if (found == below.end()) {
      const std::string hint =
          below.empty() ? place.path + " has none below it" : "expected one of " + candidates_of(*place.command);
      std::vector<std::string> names;
      for (const Command& command : below) names.push_back(command.name);
      throw Error(ErrorCode::usage,
                  formatted("unknown command '{}', {}{}", joined(words, " "), hint, report::suggestion(word, names)));
    }
    place = {place.path + " " + word, &*found};
  }
  return place;
}

std::string usage_of(const CommandPath& place) {
  const Command& command = *place.command;
  std::string text = place.path;
  if (!options_of(command).empty()) text += " [OPTIONS]";
  for (const Option& argument : arguments_of(command)) {
    const std::string name = argument.names + (is_list(argument) ? "..." : "");
    text += argument.required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) text += " COMMAND";
  return text;
}

std::string candidates_of(const Command& command) {
  std::vector<std::string> names;
  for (const Command& below : command.commands) names.push_back(below.name);
  return joined(names, ", ");
}

}  // namespace mixseed::cli
