// Uncertainty of the parameters and of the number of components, by fits to resampled data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "mixseed/names.h"
#include "mixseed/pipeline.h"

namespace mixseed {

// How data are resampled: rows with replacement; the same rows with exponentially distributed weights of mean 1 (the
// weighted likelihood bootstrap of Newton & Raftery, JRSS B 56, 1994), which keeps every row; or rows drawn from the
// model.
enum class Resampling { rows, weights, model };
template <>
inline constexpr std::array<std::string_view, 3> kNames<Resampling>{"rows", "weights", "model"};

struct BootstrapOptions {
  std::size_t replications = 999;
  Resampling resampling = Resampling::rows;
  double level = 0.95;  // of the intervals
  std::uint64_t seed = 0;
  int threads = 0;  // 0: one per hardware thread. The result does not depend on the number.
  // The recording steps of the columns, as in FitOptions, for the data and for every replication.
  std::optional<std::vector<double>> resolution = std::nullopt;
  int restarts = 2;  // of each fit of the likelihood-ratio test, to the data and to every replication
  // Called with the number of finished replications, never by two threads at once. Returning false cancels with
  // Error(cancelled).
  std::function<bool(std::size_t)> observer = {};
};

// One number for each parameter of the model; covariances [K][D][D] for any layout.
struct Parametric {
  std::vector<double> weights, means, covariances;
};

struct Bootstrap {
  // The parameters of each successful replication, components in the order of the model.
  std::vector<Parametric> replications;
  std::size_t failed = 0;  // replications without a fit or with a collapsed component; all results exclude them
  Parametric mean, standard_errors;
  Parametric lower, upper;  // quantiles of the replications, (1 - level) / 2 on either side
};

// Fits every replication by em from the model, with the settings of `em` (a pipeline of refiners only), and matches its
// components with the model's by the distances of their means. Weights are frequencies. Throws Error(usage) for invalid
// options, Error(failed) when fewer than two replications succeed.
Bootstrap bootstrap(const DataView& data, const Mixture& model, const Pipeline& em,
                    const BootstrapOptions& options = {});

// The likelihood-ratio test of K components against K + 1 (McLachlan, Applied Statistics 36, 1987): compares 2 log
// L(K + 1) / L(K) with its distribution when the model with K components is true.
struct RatioTest {
  double statistic = 0;
  std::vector<double> replications;  // the statistics of data drawn from the smaller model
  std::size_t failed = 0;
  double p_value = 0;  // (1 + replications with at least this statistic) / (1 + replications)
};
// `pipeline` fits both numbers of components, to the data and to every replication, with options.restarts restarts. K
// components are also fitted from the model itself, K + 1 from the better fit of K with one of its heaviest components
// split in two. The ratio is never negative, because duplicating a component keeps the likelihood. Replications are
// rounded to the recording steps of the data. Weights are frequencies; their sum is rounded to a number of rows.
RatioTest ratio_test(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                     const BootstrapOptions& options = {});

}  // namespace mixseed
