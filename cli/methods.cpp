// mixseed methods: the registry.
#include <memory>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "report.h"
#include "shared_options.h"

namespace mixseed::cli {

Command methods_command() {
  const auto json = std::make_shared<bool>(false);
  const auto format = std::make_shared<std::string>();
  return {.name = "methods",
          .summary = "List the seeders and refiners with their parameters",
          .options = {{.names = "--json", .value = json.get(), .help = "Print the list as one JSON object"},
                      format_option(*format)},
          .examples = {"mixseed methods"},
          .run = [json, format] { print(chosen_format(*json, *format).write(methods_report())); }};
}

}  // namespace mixseed::cli
