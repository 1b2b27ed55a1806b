#include "command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "commands.h"
#include "completions.h"
#include "file_check.h"
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
  for (const CommandPath& place : paths_of(program)) {
    const Command& command = *place.command;
    EXPECT_FALSE(command.summary.empty()) << place.path;
    EXPECT_NE(command.commands.empty(), command.run == nullptr) << place.path;
    ASSERT_FALSE(command.examples.empty()) << place.path;
    for (const std::string& example : command.examples) EXPECT_EQ(example.find(place.path), 0U) << example;
  }
}

TEST(Commands, NoTwoOptionsOfACommandShareANameOrExcludeWhatIsNotThere) {
  const Command program = mixseed_program();
  for (const CommandPath& place : paths_of(program)) {
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

TEST(Commands, EveryOptionThatTakesAFileSaysWhatIsDoneWithIt) {
  const Command program = mixseed_program();
  for (const CommandPath& place : paths_of(program)) {
    const std::vector<Option>& options = place.command->options;
    for (const Option& option : options) {
      const bool takes_file =
          has(option.type, "FILE") || has(option.type, "MODEL") ||
          std::set<std::string>{"DATA", "MODEL", "IN", "OUT", "INTO", "PARTS", "PLAN"}.contains(option.names);
      EXPECT_TRUE(!takes_file || option.file != FileUse::none) << place.path << " " << option.names;
      if (option.replaced_by.empty()) continue;
      EXPECT_EQ(option.file, FileUse::read) << place.path << " " << option.names;
      EXPECT_TRUE(std::any_of(options.begin(), options.end(),
                              [&](const Option& other) {
                                const std::vector<std::string> names = names_of(other);
                                return other.file != FileUse::read &&
                                       std::count(names.begin(), names.end(), option.replaced_by) == 1;
                              }))
          << place.path << " " << option.names;
    }
  }
}

TEST(Commands, AFileThatAnOptionMoreWritesIsComparedWithAllOthers) {
  Command program = mixseed_program();
  std::string more;
  program.commands.front().options.push_back(
      {.names = "--zebra", .value = &more, .type = "FILE", .help = "Stripes", .file = FileUse::written});
  const std::string here = __FILE__;
  const Command& fit = *parse(program, {"fit", here, "--zebra", here}).command;
  EXPECT_TRUE(has(testing::message(ErrorCode::usage, [&] { check_files(fit); }), "which DATA reads"));
  const std::string absent = ::testing::TempDir() + "absent";
  const Command& other = *parse(program, {"fit", here, "--trace", absent, "--zebra", absent}).command;
  EXPECT_TRUE(has(testing::message(ErrorCode::usage, [&] { check_files(other); }), "are the same file"));
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
