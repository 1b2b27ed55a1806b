// --covariance: one family for em, or several to choose from.
#pragma once

#include <string>
#include <string_view>

#include "command.h"
#include "mixseed/team.h"

namespace mixseed::cli {

Option covariance_option(std::string& covariance);

// True if the text names several families.
bool is_choice(std::string_view covariance);
// Sets the family of em. Throws Error(usage) for unknown words, for a method that sets the covariances too, and for a
// choice of families with a given start (`start_option`; empty: none).
void set_covariance(const std::string& covariance, const std::string& method, const std::string& start_option,
                    Pipeline& pipeline);
// Every number of components from least to most with every one of the families.
Selection select_covariance(Team& team, std::size_t columns, std::size_t least, std::size_t most,
                            const std::string& covariance, Criterion criterion, const Pipeline& pipeline,
                            const FitOptions& options);

// Adds a noise component to em. Throws Error(usage) for a method that sets the noise already.
void set_noise(const std::string& method, Pipeline& pipeline);

}  // namespace mixseed::cli
