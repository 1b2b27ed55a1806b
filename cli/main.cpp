// The program: which command to run, and what its end means to the shell.
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "mixseed/error.h"
#include "mixseed/version.h"
#include "output.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr int kDone = 0, kCouldNot = 1, kWrongUse = 2;

void add_commands(CLI::App& program) {
  program.set_version_flag("--version", fmt::format("mixseed {}", kVersion), "Print the version");
  program.require_subcommand(1);
  program.footer("Example:\n  mixseed fit faithful.csv -k 2 -o model.json\n\nmixseed COMMAND --help tells more.");
  add_fit(program);
  add_predict(program);
  add_score(program);
  add_sample(program);
  add_methods(program);
  add_convert(program);
  add_generate(program);
  add_lab(program);
}

// The parser would only say that an argument was not expected.
void check_command(const CLI::App& program, int count, char** words) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  const std::string candidates = fmt::format("{}", fmt::join(names, ", "));
  if (count < 2) throw Error(ErrorCode::usage, fmt::format("a command is required: {}", candidates));
  const std::string word = words[1];
  if (word.substr(0, 1) == "-" || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw Error(ErrorCode::usage, fmt::format("unknown command '{}', expected one of {}", word, candidates));
}

std::string message_of(const CLI::ParseError& error, const CLI::App& program) {
  const std::vector<std::string> extras = program.remaining(true);
  const bool is_about_words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                              dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_about_words || extras.empty()) return error.what();
  const bool is_option = extras.front().substr(0, 1) == "-";
  return fmt::format("{} '{}'", is_option ? "unknown option" : "unexpected argument", extras.front());
}

int end_of_parse(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    print(dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr ? fmt::format("mixseed {}\n", kVersion)
                                                                      : program.help());
    return kDone;
  }
  const auto parsed = program.get_subcommands();
  const CLI::App& command = parsed.empty() ? program : *parsed.front();
  const std::string name = parsed.empty() ? "mixseed" : "mixseed " + command.get_name();
  complain(fmt::format("{} (see {} --help)", message_of(error, program), name));
  return kWrongUse;
}

int end_of(const Error& error) {
  if (error.code() == ErrorCode::cancelled) {
    complain("interrupted, nothing was written");
    return kCouldNot;
  }
  complain(error.what());
  return error.code() == ErrorCode::failed ? kCouldNot : kWrongUse;
}

int run(int count, char** words) {
  CLI::App program("Fits Gaussian mixtures, with care for where EM starts.", "mixseed");
  add_commands(program);
  try {
    check_command(program, count, words);
    program.parse(count, words);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return end_of_parse(program, error);
  } catch (const Error& error) {
    return end_of(error);
  }
}

}  // namespace
}  // namespace mixseed::cli

int main(int count, char** words) {
  using namespace mixseed::cli;
  reserve_standard_descriptors();
  install_signals();
  try {
    return run(count, words);
  } catch (const StandardOutputError& error) {
    if (!error.reader_left()) complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("not enough memory");
  } catch (const std::length_error&) {
    complain("not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kCouldNot;
}
