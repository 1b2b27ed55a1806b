// The reports as text tables for people.
#pragma once

#include <string>

#include "results.h"

namespace mixseed::cli {

std::string fit_text(const FitResult& result);
std::string score_text(const ScoreResult& result);
std::string methods_text();
// The rounds of the best restart as CSV.
std::string trace_csv(const Trace& trace);

}  // namespace mixseed::cli
