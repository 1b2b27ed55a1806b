// How a fit is going, on standard error: a bar on a terminal, or one line per round of em.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "mixseed/fit.h"

namespace mixseed::cli {

enum class ProgressStyle { none, bar, lines };

// A bar only on a terminal; --quiet and --verbose decide first.
ProgressStyle progress_style(bool quiet, bool verbose);

// The observer of a fit. The bar is redrawn at most ten times a second and removed by the destructor.
class ProgressDisplay {
 public:
  // `runs` is how many restarts there will be, over all numbers of components.
  ProgressDisplay(ProgressStyle style, std::size_t runs, int threads);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  // False once a signal has come.
  bool observe(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t finished_runs() const;
  double share_done(const Progress& progress) const;
  std::string time_left(double share) const;
  std::string bar_line(const Progress& progress) const;
  void draw(const std::string& line);
  void remove_bar();

  ProgressStyle style_;
  std::size_t runs_;
  std::size_t threads_;
  std::set<std::pair<std::size_t, int>> seen_;  // (components, restart) of runs that are past the seeder
  std::size_t drawn_width_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_drawn_;
};

}  // namespace mixseed::cli
