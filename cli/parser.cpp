#include "parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <string_view>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/version.h"
#include "report/suggestion.h"

namespace mixseed::cli {
namespace {

// The parser lists excluded options in the order of their addresses, which differs from run to run.
class SteadyFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    constexpr std::string_view kTitle = " Excludes:";
    std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t at = text.find(kTitle);
    if (at == std::string::npos) return text;
    std::set<std::string> names;
    for (const CLI::Option* other : option->get_excludes()) names.insert(other->get_name());
    text.resize(at + kTitle.size());
    for (const std::string& name : names) text += " " + name;
    return text;
  }
};

// The parser reads any word after an option as its value, even another option.
std::string refuse_missing(const std::string& text) {
  if (text.empty()) return "the value may not be empty";
  const bool is_option =
      text.size() > 1 && text[0] == '-' && (text[1] == '-' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
  return is_option ? "the value is missing before " + text : "";
}

CLI::Option* add(CLI::App& app, const Option& option) {
  if (const auto* flag = std::get_if<bool*>(&option.value)) return app.add_flag(option.names, **flag, option.help);
  if (const auto* list = std::get_if<std::vector<std::string>*>(&option.value)) {
    return app.add_option(option.names, **list, option.help)->type_name(option.type);
  }
  return app.add_option(option.names, *std::get<std::string*>(option.value), option.help)
      ->check(CLI::Validator(refuse_missing, ""))
      ->type_name(option.type);
}

std::string footer_of(const Command& command) {
  std::string text = "Example:\n";
  for (const std::string& example : command.examples) text += "  " + example + "\n";
  text += command.note;
  while (text.back() == '\n') text.pop_back();
  return text;
}

// Of commands that are not among the words only names and summaries are needed.
void describe(CLI::App& app, const Command& command, const std::vector<std::string>& words) {
  for (const Option& option : command.options) add(app, option)->required(option.required);
  for (const Option& option : command.options) {
    for (const std::string& other : option.excludes) {
      app.get_option(names_of(option).front())->excludes(app.get_option(other));
    }
  }
  app.footer(footer_of(command));
  for (const Command& below : command.commands) {
    CLI::App& named = *app.add_subcommand(below.name, below.summary);
    if (std::find(words.begin(), words.end(), below.name) != words.end()) describe(named, below, words);
  }
  if (!command.commands.empty()) app.require_subcommand(1);
}

std::string message_of(const CLI::ParseError& error, const CLI::App& program, const Command& command) {
  const std::vector<std::string> extras = program.remaining(true);
  const bool is_about_words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                              dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_about_words || extras.empty()) return error.what();
  const std::string& word = extras.front();
  if (word.substr(0, 1) != "-") return formatted("unexpected argument '{}'", word);
  std::vector<std::string> known;
  for (const Option& option : command.options) {
    for (const std::string& name : names_of(option)) known.push_back(name);
  }
  return formatted("unknown option '{}'{}", word, report::suggestion(word.substr(0, word.find('=')), known));
}

// The names of the commands that were found among the words.
std::vector<std::string> chosen(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* app = &program; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    names.push_back(app->get_name());
  }
  return names;
}

// The parser would only say that an argument was not expected.
void check_commands(const Command& program, const std::vector<std::string>& words) {
  CommandPath place{program.name, &program};
  std::vector<std::string> path;
  for (std::size_t at = 0; !place.command->commands.empty(); ++at) {
    if (at == words.size()) {
      const std::string after = at == 0 ? "" : formatted(" after '{}'", place.path);
      throw Error(ErrorCode::usage, formatted("a command is required{}: {}", after, candidates_of(*place.command)));
    }
    if (words[at].substr(0, 1) == "-") return;
    path.push_back(words[at]);
    place = path_of(program, path);
  }
}

}  // namespace

Request parse(const Command& program, const std::vector<std::string>& words) {
  check_commands(program, words);
  const std::string version = formatted("{} {}", program.name, kVersion);
  CLI::App app(program.summary, program.name);
  app.formatter(std::make_shared<SteadyFormatter>());
  app.set_version_flag("--version", version, "Print the version");
  describe(app, program, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    return {path_of(program, chosen(app)).command, {}};
  } catch (const CLI::CallForVersion&) {
    return {nullptr, version + "\n"};
  } catch (const CLI::CallForHelp&) {
    return {nullptr, app.help()};
  } catch (const CLI::ParseError& error) {
    const CommandPath place = path_of(program, chosen(app));
    throw Error(ErrorCode::usage, formatted("{} (see {} --help)", message_of(error, app, *place.command), place.path));
  }
}

std::string help_text(const Command& program, const std::vector<std::string>& words) {
  path_of(program, words);
  std::vector<std::string> asked = words;
  asked.push_back("--help");
  return parse(program, asked).text;
}

}  // namespace mixseed::cli
