// A restart of a fit of rows with missing values: the best of several starts of EM on the observed values. Short runs
// rank them, and the best go on to the end.
// Biernacki, Celeux & Govaert, "Choosing starting values for the EM algorithm for getting the highest likelihood in
// multivariate Gaussian mixture models", Computational Statistics & Data Analysis 41, 2003 (emEM).
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "fit/observed_em.h"
#include "fit/stopwatch.h"
#include "fit/task.h"

namespace mixseed {

// Of EM on rows whose missing values are filled in, before EM on the observed values.
inline constexpr int kRoundsOnFilled = 20;

// Data, options and progress that all restarts of all tasks share.
class ObservedContext {
 public:
  // Throws Error(usage) for what EM on observed values does not support. All arguments must outlive this object.
  ObservedContext(const ObservedData& data, const Pipeline& pipeline, const FitOptions& options);

  Rng stream(std::size_t restart) const { return Rng(options.seed).split(restart); }
  // Options for a fit of filled rows, without an observer.
  FitOptions options_on_filled(std::size_t restart, int threads) const;

  // Progress is the share of the parts that have ended; a run is one restart of one task, and a part.
  void set_totals(std::size_t parts, std::size_t runs);
  void part_ended() { ++parts_ended_; }
  void run_ended();
  // Returns whether the fit is to go on.
  bool report(Progress progress);

  const ObservedData& data;
  const Pipeline& pipeline;
  const FitOptions& options;
  const InitialParameters known;  // in the unit of the rows

 private:
  std::mutex mutex_;
  Stopwatch watch_;
  std::size_t parts_ = 1, runs_ = 1;
  std::atomic<std::size_t> parts_ended_ = 0, runs_ended_ = 0;
};

class ObservedRestart {
 public:
  // All must outlive this object.
  ObservedRestart(ObservedContext& context, const Task& task, std::size_t number, Pool& pool)
      : context_(context), task_(task), number_(number), pool_(pool) {}

  // The best end from the starts, and from further ones if `auto` or `quick` chose the method.
  Attempt best_end(std::vector<Mixture> starts) const;
  Attempt run_to_the_end(const Mixture& start) const;

 private:
  std::vector<Mixture> simple_starts() const;
  std::vector<Attempt> run_each(const std::vector<Mixture>& starts, int most_rounds) const;
  Attempt search_on_refilled(Attempt best) const;

  ObservedContext& context_;
  const Task& task_;
  std::size_t number_;
  Pool& pool_;
};

}  // namespace mixseed
