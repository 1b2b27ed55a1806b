// The attempts of tasks: seeds and refinement, in parallel.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fit/progress_estimator.h"
#include "fit/recording.h"
#include "fit/stopwatch.h"
#include "fit/task.h"
#include "mixseed/fit.h"

namespace mixseed {

class Restarts {
 public:
  // `rows` have the steps of `recording`. Their team must outlive this object.
  Restarts(const Dataset& rows, Recording recording, const FitOptions& options);

  // The data in the unit in which they are fitted, 2^exponent of the caller's.
  const Dataset& rows() const { return rows_; }
  int exponent() const { return exponent_; }
  // The requested number of restarts.
  std::size_t asked() const { return static_cast<std::size_t>(options_.restarts); }

  const FitOptions& options() const { return options_; }
  const Recording& recording() const { return recording_; }  // empty under the paper's rules
  const InitialParameters& known() const { return known_; }  // in that unit
  // The random numbers of a restart; the first has those of a fit without restarts.
  Rng stream(std::size_t restart) const { return Rng(options_.seed).split(restart); }
  // The data for the stages of the task, through a team; and those without scaling.
  Datasets datasets(const Task& task, Team& team) const { return scaled_data(task).with_team(team); }
  Datasets plain_datasets(Team& team) const { return plain_->with_team(team); }
  // Calls the observer, in the caller's units. Throws Error(cancelled) if it returns false.
  void report_progress(const Progress& progress);
  // Progress of other restarts, on a sample in that unit, before these are refined.
  void report_on_sample(const Progress& progress);

  // Fills attempts or failures of every task: restart r from starts[r] (in that unit), or from its seed if there are no
  // starts.
  void run(std::vector<Task>& tasks, std::span<const State> starts);
  // The two halves of run().
  void seed_all(std::vector<Task>& tasks, std::span<const State> starts);
  void refine_all(std::vector<Task>& tasks);
  // Adds an attempt for every start (in that unit), through the last em alone.
  void add_attempts(Task& task, std::span<const State> starts);
  // Adds an attempt to tasks[i] by pipelines[i], where that begins with short runs. After `first_rounds` of em the
  // attempt goes on only if goes_on(i, attempt).
  using GoesOn = std::function<bool(std::size_t i, const Attempt&)>;
  void add_short_runs(std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines, int first_rounds,
                      const GoesOn& goes_on);

 private:
  const Datasets& scaled_data(const Task& task) const;
  void seed(std::vector<Task>& tasks, std::span<const State> starts, std::size_t r, Team& team);
  void seed_by_short_runs(std::vector<Task>& tasks, std::size_t at, std::size_t r, Team& team);
  void seed_neighbours(std::vector<Task>& tasks, std::size_t from, std::size_t to, std::size_t r, Team& team);
  void refine(std::vector<Task>& tasks, std::size_t at, std::size_t r, Team& team);
  // Calls the observer about a step of restart r; note(estimator), if there is a note, records the step.
  using Note = std::function<void(ProgressEstimator&)>;
  void report_step(const Task& task, std::size_t r, std::string_view stage, int round, int rounds, double objective,
                   const Note& note = {});
  Journal::Report reporter(const Task& task, std::size_t r);
  // `prior`: the prior's pseudo-rows per observation.
  void notify(Progress progress, double prior = 0);
  template <typename Work>
  void in_parallel(std::size_t count, const Work& work);

  const FitOptions& options_;
  Team& team_;
  Dataset rows_;
  int exponent_;
  Recording recording_;
  InitialParameters known_;  // in that unit
  std::optional<Datasets> plain_, standardised_;
  mutable std::once_flag whitened_once_;
  mutable std::optional<Datasets> whitened_;  // made on first use
  const Stopwatch watch_;
  std::optional<ProgressEstimator> estimator_;
  std::mutex mutex_;  // of the estimator and the observer
  bool cancelled_ = false;
};

// For pipelines with up to `components` components. Under the paper's rules columns have no recording steps. Throws
// Error(failed) if the matrices of a fit need more memory than this process may have.
Restarts restarts_for(Team& team, std::size_t components, std::span<const Pipeline> pipelines,
                      const FitOptions& options);

}  // namespace mixseed
