// The program's commands: each function adds one sub-command with its options, its help and what it does.
#pragma once

#include <CLI/CLI.hpp>

namespace mixseed::cli {

void add_fit(CLI::App& program);
void add_predict(CLI::App& program);
void add_score(CLI::App& program);
void add_sample(CLI::App& program);
void add_methods(CLI::App& program);
void add_convert(CLI::App& program);
void add_generate(CLI::App& program);
void add_lab(CLI::App& program);

}  // namespace mixseed::cli
