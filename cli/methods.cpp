// mixseed methods: the registry.
#include <memory>

#include "commands.h"
#include "json_report.h"
#include "output.h"
#include "report.h"

namespace mixseed::cli {

void add_methods(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("methods", "List the seeders and refiners with their parameters");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print the list as one JSON object");
  command.footer("Example:\n  mixseed methods");
  command.callback([json] { print(*json ? methods_json() : methods_text()); });
}

}  // namespace mixseed::cli
