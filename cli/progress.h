// Progress of a fit on standard error: a bar on a terminal, or one line per round of em.
#pragma once

#include <string>
#include <vector>

#include "bar.h"
#include "mixseed/fit.h"

namespace mixseed::cli {

enum class ProgressStyle { none, bar, lines };

// A bar only on a terminal; --quiet and --verbose decide first.
ProgressStyle progress_style(bool quiet, bool verbose);

// The facts after the bar, in this order.
std::vector<std::string> facts_of(const Progress& progress);

// The observer of a fit.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(ProgressStyle style) : style_(style) {}

  // False once a signal has come.
  bool observe(const Progress& progress);

 private:
  ProgressStyle style_;
  Bar bar_;
};

}  // namespace mixseed::cli
