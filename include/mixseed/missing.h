// Rows with missing numbers (NaN), missing at random: whether a number is missing may depend on the observed numbers of
// the row, not on the missing one. Every observed number is used and no row is dropped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/evaluate.h"
#include "mixseed/fit.h"

namespace mixseed {

// As fit() and select(), for the likelihood of what is observed. Every restart runs the pipeline on the rows with
// missing values filled in several ways (docs/missing.md), and short runs of em on the observed values rank these
// starts; the best go on to the end. Restarts are ranked by the observed log-likelihood, with em's prior. A restart
// does not depend on their number: more of them never end below fewer with the same seed.
// Criteria, log-likelihoods and the trace are those of em on the observed values; a row without any number counts
// nowhere. What select() promises of its fits beside each other is not promised here. A given start enters em as it is.
// Throws like these, and Error(usage) for a pipeline with noise or with the published rules and for a budget,
// Error(input) for a column without any number. Memory: a copy of the rows, and some filled ones for each thread.
Fit fit_observed(const DataView& data, std::size_t components, const Pipeline& pipeline,
                 const FitOptions& options = {});
Fit fit_observed(const DataView& data, const State& start, const Pipeline& refiners, const FitOptions& options = {});
// From several starts with as many components each: one restart per start, whatever options.restarts says.
Fit fit_observed(const DataView& data, std::span<const State> starts, const Pipeline& refiners,
                 const FitOptions& options = {});
// families: names to choose from; empty: the pipeline's own.
Selection select_observed(const DataView& data, std::span<const std::size_t> components,
                          std::span<const std::string> families, Criterion criterion, const Pipeline& pipeline,
                          const FitOptions& options = {});

// As estimate() (mixseed/fit.h), for rows with missing values: memberships of rows without any number count nowhere.
Mixture estimate_observed(const DataView& data, std::span<const double> responsibilities, std::string_view family,
                          int threads = 0);
Mixture estimate_observed(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                          std::string_view family, int threads = 0);

// As the functions of mixseed/evaluate.h, by what is observed of every row; of a row without any number the log density
// is 0 and the responsibilities are the weights. Squared distances have as many degrees of freedom as numbers are
// there. Each throws Error(usage) for a mixture with noise.
std::vector<double> score_rows_observed(const Mixture& mixture, const DataView& data, int threads = 0);
std::vector<double> responsibilities_observed(const Mixture& mixture, const DataView& data, int threads = 0);
Prediction predict_observed(const Mixture& mixture, const DataView& data, int threads = 0);
Criteria criteria_observed(const Mixture& mixture, const DataView& data, int threads = 0);

// The rows with every missing number replaced by its mean given the others, [rows][D].
std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads = 0);

}  // namespace mixseed
