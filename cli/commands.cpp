#include "commands.h"

namespace mixseed::cli {

Command mixseed_program() {
  return {.name = "mixseed",
          .summary = "Fits Gaussian mixtures by EM from well-chosen starts.",
          .examples = {"mixseed fit faithful.csv -k 2 -o model.json"},
          .note = "\nmixseed COMMAND --help explains a command.",
          .commands = {fit_command(), predict_command(), score_command(), impute_command(), bootstrap_command(),
                       sample_command(), methods_command(), convert_command(), generate_command(), lab_command(),
                       help_command(), completions_command(), version_command()}};
}

}  // namespace mixseed::cli
