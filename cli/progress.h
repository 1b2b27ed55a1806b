// How a fit is going, on standard error: a bar on a terminal, or one line per round of em.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "bar.h"
#include "mixseed/fit.h"

namespace mixseed::cli {

enum class ProgressStyle { none, bar, lines };

// A bar only on a terminal; --quiet and --verbose decide first.
ProgressStyle progress_style(bool quiet, bool verbose);

// The observer of a fit.
class ProgressDisplay {
 public:
  // `runs` is how many restarts there will be, over all numbers of components.
  ProgressDisplay(ProgressStyle style, std::size_t runs, int threads);

  // False once a signal has come.
  bool observe(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t finished_runs() const;
  double share_done(const Progress& progress) const;
  std::string time_left(double share) const;
  std::string facts(const Progress& progress) const;

  ProgressStyle style_;
  std::size_t runs_;
  std::size_t threads_;
  std::set<std::pair<std::size_t, int>> seen_;  // (components, restart) of runs that are past the seeder
  Clock::time_point begin_ = Clock::now();
  Bar bar_;
};

}  // namespace mixseed::cli
