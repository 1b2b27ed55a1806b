// Checks of options and data before a fit. All throw Error(usage) or Error(input) unless a comment says otherwise.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/text.h"
#include "mixseed/error.h"
#include "mixseed/fit.h"
#include "pass/team.h"

namespace mixseed {

// Throws Error(code) with this message, as of filled(), unless the condition holds.
template <typename... Pieces>
void require(bool holds, ErrorCode code, std::string_view message, const Pieces&... pieces) {
  if (!holds) throw Error(code, filled(message, pieces...));
}

void check_options(const FitOptions& options);
// For fits without a given start.
void check_seeder(const Pipeline& pipeline);
// A budget allows one candidate (a number of components with a pipeline) and no number of restarts.
void check_budget(const FitOptions& options, std::size_t candidates);
void check_ascending(std::span<const std::size_t> ks);
// Throws Error(failed) if the matrices of a fit need more memory than this process may have.
void check_memory(std::size_t dim, std::size_t components, std::span<const Pipeline> pipelines);
void check_components(std::size_t least, std::size_t most, const Dataset& X);
void check_start(const State& start, std::size_t dim, std::size_t components);

}  // namespace mixseed
