// How much of the work of a fit is done, and how long the rest may take.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "mixseed/fit_options.h"

namespace mixseed {

// A run is one restart of one number of components; its work is assumed proportional to that number. Every restart is
// seeded for all numbers first, then the runs are refined. Times are seconds on one clock.
class ProgressEstimator {
 public:
  // `components`: ascending. `searches`: seeding searches, which takes most of the time.
  ProgressEstimator(std::span<const std::size_t> components, std::size_t restarts, bool searches = false);

  // Restart r has seeded the numbers before index `first`, and `share` of those from `first` to `last`.
  void seeded(std::size_t r, std::size_t first, std::size_t last, double share);
  // The list of runs to refine, where it differs from the list to seed: families share their seeds.
  void refines(std::span<const std::size_t> components);
  // The share of the runs on a sample that is done, if there are any.
  void short_run(double share) { short_run_ = share; }
  // Seeding has ended.
  void refining(double now);
  // A round of em, of at most `rounds`, of restart r for the number at `index`.
  void em_round(std::size_t index, std::size_t r, int round, int rounds);
  void ended(std::size_t index, std::size_t r);

  // Sets the share of all the work, which never falls, the seconds left (NaN before the first round of em), and the
  // runs.
  Progress estimated(Progress progress, double now);

 private:
  struct Rounds {
    int done = 0, most = 0;
  };
  double refined() const;

  double share_of_seeding_;
  std::vector<double> work_;     // work_[i]: of the first i numbers of components together
  std::vector<double> seeding_;  // share of the seeding that each restart has done
  std::map<std::pair<std::size_t, std::size_t>, Rounds> under_way_;
  double seeded_ = 0, short_run_ = 0, ended_work_ = 0, rounds_of_ended_ = 0, share_ = 0;
  double refining_since_ = std::numeric_limits<double>::quiet_NaN();
  std::size_t ended_ = 0;
};

}  // namespace mixseed
