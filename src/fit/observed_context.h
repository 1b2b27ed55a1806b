// Data, options and progress that all runs of a fit with missing values share.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>

#include "fit/observed_em.h"
#include "fit/stopwatch.h"

namespace mixseed {

class ObservedContext {
 public:
  // Throws Error(usage) for what EM on observed values does not support. All arguments must outlive this object.
  ObservedContext(const ObservedData& data, const Pipeline& pipeline, const FitOptions& options);

  const ObservedData& data() const { return data_; }
  const Pipeline& pipeline() const { return pipeline_; }
  const FitOptions& options() const { return options_; }
  std::size_t restarts() const { return static_cast<std::size_t>(options_.restarts); }
  const InitialParameters& known() const { return known_; }  // in the unit of the rows
  Rng stream(std::size_t restart) const { return Rng(options_.seed).split(restart); }
  // Options for a fit of filled rows, without an observer.
  FitOptions options_on_filled(std::size_t restart, int threads) const;

  // Progress is the share of the parts that have ended; a run is one restart of one task.
  void expect(std::size_t parts, std::size_t runs);
  void part_ended() { ++parts_ended_; }
  void run_ended() { ++runs_ended_; }
  // Returns whether the fit is to go on.
  bool report(Progress progress);

 private:
  const ObservedData& data_;
  const Pipeline& pipeline_;
  const FitOptions& options_;
  InitialParameters known_;
  std::mutex mutex_;
  Stopwatch watch_;
  std::size_t parts_ = 1, runs_ = 1;
  std::atomic<std::size_t> parts_ended_ = 0, runs_ended_ = 0;
};

}  // namespace mixseed
