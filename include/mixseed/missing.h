// Rows with missing numbers (NaN), missing at random: whether a number is missing may depend on the observed numbers of
// the row, not on the missing one. MissingValues::marginal uses every observed number and drops no row.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/evaluate.h"
#include "mixseed/fit.h"

namespace mixseed {

// fit() and select() with FitOptions::missing = marginal maximise the likelihood of the observed numbers. Every restart
// runs the pipeline on rows whose missing values are filled in several ways (docs/missing.md); short runs of em on the
// observed numbers rank these starts, and the best go on. Restarts are independent: with the same seed, more of them
// never end lower. A given start enters em unchanged. The monotone repair of select() is left out.
// Criteria, log-likelihoods and the trace are those of the observed numbers; rows without any number are ignored.
// Throws Error(usage) for a pipeline with noise, the published rules or a budget, Error(input) for a column without any
// number. Memory: a copy of the rows, and some filled copies for each thread.
//
// estimate() and the functions of mixseed/evaluate.h take MissingValues as their last argument.

// The rows with every missing number replaced by its conditional mean given the observed ones, [rows][D].
// Throws Error(usage) for a mixture with noise.
std::vector<double> impute(const Mixture& mixture, const DataView& data, int threads = 0);

// Names of 0.4.
namespace detail {
inline FitOptions with_missing(FitOptions options) {
  options.missing = MissingValues::marginal;
  return options;
}
}  // namespace detail
[[deprecated("use fit with FitOptions::missing")]] inline Fit fit_observed(const DataView& data, std::size_t components,
                                                                           const Pipeline& pipeline,
                                                                           const FitOptions& options = {}) {
  return fit(data, components, pipeline, detail::with_missing(options));
}
[[deprecated("use fit with FitOptions::missing")]] inline Fit fit_observed(const DataView& data, const State& start,
                                                                           const Pipeline& refiners,
                                                                           const FitOptions& options = {}) {
  return fit(data, start, refiners, detail::with_missing(options));
}
[[deprecated("use fit with FitOptions::missing")]] inline Fit fit_observed(const DataView& data,
                                                                           std::span<const State> starts,
                                                                           const Pipeline& refiners,
                                                                           const FitOptions& options = {}) {
  return fit(data, starts, refiners, detail::with_missing(options));
}
[[deprecated("use select with FitOptions::missing")]] inline Selection select_observed(
    const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
    Criterion criterion, const Pipeline& pipeline, const FitOptions& options = {}) {
  return families.empty() ? select(data, components, criterion, pipeline, detail::with_missing(options))
                          : select(data, components, families, criterion, pipeline, detail::with_missing(options));
}
[[deprecated("use estimate with MissingValues")]] inline Mixture estimate_observed(
    const DataView& data, std::span<const double> responsibilities, std::string_view family, int threads = 0) {
  return estimate(data, responsibilities, family, threads, MissingValues::marginal);
}
[[deprecated("use estimate with MissingValues")]] inline Mixture estimate_observed(const DataView& data,
                                                                                   std::span<const std::size_t> labels,
                                                                                   std::size_t components,
                                                                                   std::string_view family,
                                                                                   int threads = 0) {
  return estimate(data, labels, components, family, threads, MissingValues::marginal);
}
[[deprecated("use score_rows with MissingValues")]] inline std::vector<double> score_rows_observed(
    const Mixture& mixture, const DataView& data, int threads = 0) {
  return score_rows(mixture, data, threads, MissingValues::marginal);
}
[[deprecated("use responsibilities with MissingValues")]] inline std::vector<double> responsibilities_observed(
    const Mixture& mixture, const DataView& data, int threads = 0) {
  return responsibilities(mixture, data, threads, MissingValues::marginal);
}
[[deprecated("use predict with MissingValues")]] inline Prediction predict_observed(const Mixture& mixture,
                                                                                    const DataView& data,
                                                                                    int threads = 0) {
  return predict(mixture, data, threads, MissingValues::marginal);
}
[[deprecated("use criteria with MissingValues")]] inline Criteria criteria_observed(const Mixture& mixture,
                                                                                    const DataView& data,
                                                                                    int threads = 0) {
  return criteria(mixture, data, threads, MissingValues::marginal);
}

}  // namespace mixseed
