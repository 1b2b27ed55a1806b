// mixseed completions: what the scripts of all shells share, and the command that prints them.
#include "completions.h"

#include <algorithm>
#include <memory>

#include "commands.h"
#include "lab/format.h"
#include "lab/plan.h"
#include "lab/real_data.h"
#include "mixseed/error.h"
#include "mixseed/methods.h"
#include "output.h"

namespace mixseed::cli {
namespace {

std::string completions_for(const std::string& shell, const Command& program) {
  if (shell == "bash") return bash_completions(program);
  if (shell == "zsh") return zsh_completions(program);
  if (shell == "fish") return fish_completions(program);
  throw Error(ErrorCode::usage, formatted("SHELL wants bash, zsh or fish, got '{}'", shell));
}

}  // namespace

ValueCompletions completions_of(const Option& option, const Command& program) {
  ValueCompletions offered{.words = option.words};
  offered.files = option.file != FileUse::none && option.completion != Completion::folders;
  offered.folders = option.completion == Completion::folders;
  offered.stages = option.completion == Completion::methods;
  std::vector<std::string>& words = offered.words;
  if (option.completion == Completion::methods) {
    for (const MethodInfo& method : methods()) words.emplace_back(method.name);
  } else if (option.completion == Completion::plans) {
    for (const lab::PlanSummary& plan : lab::built_in_plans()) words.push_back(plan.name);
  } else if (option.completion == Completion::data_sets) {
    for (const lab::RealData& data : lab::real_data()) words.push_back(data.name);
  } else if (option.completion == Completion::commands) {
    for (const CommandPath& place : paths_of(program)) {
      if (place.command != &program) words.push_back(place.command->name);
    }
  }
  return offered;
}

std::string function_name(const CommandPath& place) {
  std::string name = "_" + place.path;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

std::string backslashed(std::string_view text, std::string_view letters) {
  std::string result;
  for (const char letter : text) {
    if (letters.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

Command completions_command() {
  const auto shell = std::make_shared<std::string>();
  return {.name = "completions",
          .summary = "Print the script that completes mixseed's words in a shell",
          .options = {{.names = "SHELL",
                       .value = shell.get(),
                       .help = "bash, zsh or fish",
                       .required = true,
                       .words = {"bash", "zsh", "fish"}}},
          .examples = {"mixseed completions bash > ~/.local/share/bash-completion/completions/mixseed"},
          .run = [shell] { print(completions_for(*shell, mixseed_program())); }};
}

}  // namespace mixseed::cli
