// mixseed version: the version, compiler and libraries.
#include "mixseed/version.h"

#include <memory>
#include <string>

#include "built_with.h"
#include "commands.h"
#include "output.h"
#include "report.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

using report::Align, report::Audience;

report::Section version_report(bool verbose) {
  report::Section said;
  said.add(report::Fact{"mixseed_version", "mixseed", std::string(kVersion)});
  if (!verbose) return said;
  said.add(report::Fact{"kernels", "kernels", std::string(kernels_in_use())});
  report::Sheet sheet{.key = "built_with",
                      .title = "Built with",
                      .columns = {{"name", "", Audience::all, Align::left},
                                  {"version", "version", Audience::all, Align::left},
                                  {"license", "license", Audience::all, Align::left},
                                  {"use", "as", Audience::all, Align::left}}};
  for (const Ingredient& one : built_with()) {
    sheet.rows.push_back(
        {std::string(one.name), std::string(one.version), std::string(one.license), std::string(one.use)});
  }
  said.add(std::move(sheet));
  return said;
}

}  // namespace

Command version_command() {
  struct Arguments {
    bool verbose = false, json = false;
    std::string format;
  };
  const auto arguments = std::make_shared<Arguments>();
  return {.name = "version",
          .summary = "Print the version; with --verbose also what the program was built with",
          .options = {{.names = "--verbose",
                       .value = &arguments->verbose,
                       .help = "Also the instruction set in use, compiler and libraries with versions and licenses"},
                      {.names = "--json", .value = &arguments->json, .help = "Print one JSON object"},
                      format_option(arguments->format)},
          .examples = {"mixseed version --verbose"},
          .run = [arguments] {
            print(chosen_format(arguments->json, arguments->format).write(version_report(arguments->verbose)));
          }};
}

}  // namespace mixseed::cli
