#include "command.h"

#include <gtest/gtest.h>

#include <set>

#include "commands.h"
#include "completions.h"
#include "mixseed/error.h"
#include "pages.h"
#include "parser.h"
#include "support/message.h"

namespace mixseed::cli {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The walk "a command's option": one value in one list, and nothing else knows of it.
TEST(Commands, AnOptionThatIsAddedIsParsedExplainedCompletedAndDocumented) {
  Command program = mixseed_program();
  std::string stripes;
  program.commands.front().options.push_back(
      {.names = "-z,--zebra", .value = &stripes, .type = "COUNT", .help = "How striped", .words = {"seven", "eight"}});
  EXPECT_EQ(parse(program, {"fit", "rows.csv", "--zebra", "seven"}).command, &program.commands.front());
  EXPECT_EQ(stripes, "seven");
  EXPECT_TRUE(has(help_text(program, {"fit"}), "-z,--zebra COUNT"));
  EXPECT_TRUE(has(man_page(program), "\\fB\\-z\\fR, \\fB\\-\\-zebra\\fR \\fICOUNT\\fR\nHow striped"));
  EXPECT_TRUE(has(option_tables(program), "| `-z`, `--zebra` `COUNT` | How striped |"));
  EXPECT_TRUE(
      has(bash_completions(program), "'mixseed fit -z' | 'mixseed fit --zebra') value=(one words seven eight)"));
  EXPECT_TRUE(has(zsh_completions(program), "{-z,--zebra}'[How striped]:COUNT:(seven eight)'"));
  EXPECT_TRUE(has(fish_completions(program), "-s z -l zebra -d 'How striped' -x -a 'seven eight'"));
}

TEST(Commands, ACommandThatIsAddedIsFoundEverywhere) {
  Command program = mixseed_program();
  bool has_run = false;
  program.commands.push_back(
      {.name = "greet", .summary = "Say hello", .examples = {"mixseed greet"}, .run = [&] { has_run = true; }});
  parse(program, {"greet"}).command->run();
  EXPECT_TRUE(has_run);
  const std::string help = help_text(program, {});
  for (const std::string& text :
       {help, man_page(program), bash_completions(program), zsh_completions(program), fish_completions(program)}) {
    EXPECT_TRUE(has(text, "greet"));
  }
}

TEST(Commands, EveryCommandIsCompleteAndShowsItself) {
  const Command program = mixseed_program();
  for (const Place& place : places_of(program)) {
    const Command& command = *place.command;
    EXPECT_FALSE(command.summary.empty()) << place.path;
    EXPECT_NE(command.commands.empty(), command.run == nullptr) << place.path;
    ASSERT_FALSE(command.examples.empty()) << place.path;
    for (const std::string& example : command.examples) EXPECT_EQ(example.find(place.path), 0U) << example;
  }
}

TEST(Commands, NoTwoOptionsOfACommandShareANameOrExcludeWhatIsNotThere) {
  const Command program = mixseed_program();
  for (const Place& place : places_of(program)) {
    std::set<std::string> names;
    for (const Option& option : place.command->options) {
      EXPECT_FALSE(option.help.empty()) << place.path << " " << option.names;
      EXPECT_EQ(is_argument(option) || is_flag(option), option.type.empty()) << place.path << " " << option.names;
      for (const std::string& name : names_of(option)) EXPECT_TRUE(names.insert(name).second) << place.path << name;
    }
    for (const Option& option : place.command->options) {
      for (const std::string& other : option.excludes) EXPECT_TRUE(names.contains(other)) << place.path << other;
    }
  }
}

TEST(Commands, AnErrorNamesTheHelpOfTheCommandThatItIsAbout) {
  const Command program = mixseed_program();
  const std::string message = testing::message(ErrorCode::usage, [&] {
    parse(program, {"lab", "compare", "rows.csv", "--nonsense"});
  });
  EXPECT_TRUE(has(message, "(see mixseed lab compare --help)")) << message;
}

}  // namespace
}  // namespace mixseed::cli
