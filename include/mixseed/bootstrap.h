// How sure a fit is of its parameters, and of the number of its components: by fits to data drawn anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mixseed/data.h"
#include "mixseed/mixture.h"
#include "mixseed/pipeline.h"

namespace mixseed {

// How data are drawn anew: rows with replacement; the same rows with random weights of mean 1, exponentially
// distributed (the weighted likelihood bootstrap of Newton & Raftery, JRSS B 56, 1994), which no row falls out of; or
// rows from the model.
enum class Resampling { rows, weights, model };

struct BootstrapOptions {
  std::size_t replications = 999;
  Resampling resampling = Resampling::rows;
  double level = 0.95;  // of the intervals
  std::uint64_t seed = 0;
  int threads = 0;  // 0: as many as the machine has. The result does not depend on it.
  // The recording steps of the columns, as in FitOptions; not given: those of the data. Replications have the same.
  std::optional<std::vector<double>> resolution = std::nullopt;
  int restarts = 2;  // of each fit of the likelihood-ratio test, to the data and to every replication
  // Told how many replications have ended, never by two threads at once; false cancels (Error(cancelled)).
  std::function<bool(std::size_t)> observer = {};
};

// One number for each number of the model; covariances [K][D][D] whatever their layout.
struct Parametric {
  std::vector<double> weights, means, covariances;
};

struct Bootstrap {
  // Of the replications that succeeded: their parameters, the components in the order of the model.
  std::vector<Parametric> replications;
  std::size_t failed = 0;  // those without a fit, or with a collapsed component; they count nowhere
  Parametric mean, standard_errors;
  Parametric lower, upper;  // quantiles of the replications, (1 - level) / 2 on either side
};

// Every replication is fitted by em from the model, with the settings of `em` (a pipeline of refiners only), and its
// components are matched with the model's by the distances of their means. Rows with weights count as often as their
// weights say. Throws Error(usage) for options that cannot be, Error(failed) when fewer than two replications succeed.
Bootstrap bootstrap(const DataView& data, const Mixture& model, const Pipeline& em,
                    const BootstrapOptions& options = {});

// The likelihood-ratio test of K components against K + 1 (McLachlan, Applied Statistics 36, 1987): how large 2 log
// L(K + 1) / L(K) becomes when the model with K components is true.
struct RatioTest {
  double statistic = 0;
  std::vector<double> replications;  // the statistics of data drawn from the smaller model
  std::size_t failed = 0;
  double p_value = 0;  // (1 + how many replications are at least as large) / (1 + how many there are)
};
// `pipeline`: how both are fitted, to the data and to every replication, by as many restarts. K components are also
// fitted from the model itself, K + 1 from the better fit of K with one of its heaviest components split in two. The
// ratio is never negative: a mixture that has a component twice is as likely with K + 1 components. Replications are
// rounded to the recording steps of the data. Rows with weights count as often as their weights say, rounded to a whole
// number of rows in all.
RatioTest ratio_test(const DataView& data, const Mixture& model, const Pipeline& pipeline,
                     const BootstrapOptions& options = {});

}  // namespace mixseed
