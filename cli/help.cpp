// mixseed help: what --help prints, and all of it as a page.
#include <memory>

#include "commands.h"
#include "mixseed/error.h"
#include "output.h"
#include "pages.h"
#include "parser.h"

namespace mixseed::cli {
namespace {

struct HelpArguments {
  std::vector<std::string> words;
  bool man = false, markdown = false;
};

void run_help(const HelpArguments& arguments) {
  const Command program = mixseed_program();
  if (!arguments.man && !arguments.markdown) return print(help_text(program, arguments.words));
  if (!arguments.words.empty()) throw Error(ErrorCode::usage, "--man and --markdown describe all commands at once");
  print(arguments.man ? man_page(program) : option_tables(program));
}

}  // namespace

Command help_command() {
  const auto arguments = std::make_shared<HelpArguments>();
  return {.name = "help",
          .summary = "Explain a command, or list them all",
          .options = {{.names = "COMMAND",
                       .value = &arguments->words,
                       .help = "What to explain, as in: mixseed help lab run",
                       .completion = Completion::commands},
                      {.names = "--man",
                       .value = &arguments->man,
                       .help = "Print the manual page, in roff",
                       .excludes = {"--markdown"}},
                      {.names = "--markdown",
                       .value = &arguments->markdown,
                       .help = "Print the options of all commands as tables"}},
          .examples = {"mixseed help fit", "mixseed help --man > mixseed.1"},
          .run = [arguments] { run_help(*arguments); }};
}

}  // namespace mixseed::cli
