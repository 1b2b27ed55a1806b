// Resampled data for the bootstrap, and the loop over its replications.
#pragma once

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/pool.h"
#include "base/rng.h"
#include "mixseed/bootstrap.h"
#include "mixseed/error.h"

namespace mixseed {

// Throws Error(usage).
void check_options(const BootstrapOptions& options);

// Data with memory of their own, unless they only have other weights.
struct Resample {
  std::vector<double> values, weights;
  DataView view;
};

// As many observations as the data have. `replication`: its random numbers.
Resample resample(const DataView& data, const Mixture& model, Resampling resampling, const Rng& replication);
double observations_of(const DataView& data);

// Runs work(b) -> std::optional<Result> for every replication, in parallel; leaves out those that fail. Throws
// Error(cancelled) if the observer cancels, and Error(usage) from `work`.
template <typename Result, typename Work>
std::vector<Result> replicate(const BootstrapOptions& options, const Work& work) {
  std::vector<std::optional<Result>> all(options.replications);
  std::mutex mutex;
  std::size_t ended = 0;
  bool cancelled = false;
  Pool pool(options.threads);
  pool.run(options.replications, [&](std::size_t b) {
    try {
      all[b] = work(b);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::usage) throw;
    }
    const std::lock_guard lock(mutex);
    ++ended;
    if (!cancelled && options.observer) cancelled = !options.observer(ended);
    if (cancelled) throw Error(ErrorCode::cancelled, "cancelled");
  });
  std::vector<Result> succeeded;
  for (std::optional<Result>& result : all) {
    if (result) succeeded.push_back(std::move(*result));
  }
  return succeeded;
}

}  // namespace mixseed
