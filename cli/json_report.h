// The reports as JSON, each one object and a newline.
#pragma once

#include <string>

#include "results.h"

namespace mixseed::cli {

std::string fit_json(const FitResult& result);
std::string score_json(const ScoreResult& result);
std::string methods_json();

}  // namespace mixseed::cli
