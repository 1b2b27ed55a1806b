#include "progress.h"

#include <cmath>
#include <cstdio>

#include "lab/format.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

std::string objective_text(const Progress& progress) {
  if (!std::isfinite(progress.objective)) return "";
  if (progress.stage == "em") return formatted("log-likelihood {:.5f}", progress.objective);
  if (progress.stage == "kmeans") return formatted("squared distance {:.5g}", progress.objective);
  return formatted("objective {:.5f}", progress.objective);
}

// Before the first run has ended there is only an upper bound, because em may converge before its last round.
std::string time_left(const Progress& progress) {
  if (!std::isfinite(progress.seconds_left)) return "";
  return formatted("{} {} left", progress.ended > 0 && progress.passes == 0 ? "about" : "at most",
                   clock_text(progress.seconds_left));
}

std::string stage_text(const Progress& progress) {
  if (progress.rounds <= 0) return std::string(progress.stage);
  return formatted("{} {}/{}", progress.stage, progress.round, progress.rounds);
}

// The facts of a fit with a budget.
std::string best_text(const Progress& progress) {
  if (!std::isfinite(progress.best)) return "first start";
  return formatted("best {:.5f}, found {}x in {}", progress.best, progress.found, progress.ended);
}

std::string line_text(const Progress& progress) {
  return formatted("mixseed: components {} restart {} em round {} log-likelihood {:.10g}\n", progress.components,
                   progress.restart, progress.round, progress.objective);
}

}  // namespace

ProgressStyle progress_style(bool quiet, bool verbose) {
  if (quiet) return ProgressStyle::none;
  if (verbose) return ProgressStyle::lines;
  return is_terminal() ? ProgressStyle::bar : ProgressStyle::none;
}

// With several concurrent runs, the round of one is not shown.
std::vector<std::string> facts_of(const Progress& progress) {
  const std::string components = formatted("K={}", progress.components);
  if (progress.passes > 0) return {best_text(progress), time_left(progress), components, stage_text(progress)};
  if (progress.runs == 1) return {stage_text(progress), time_left(progress), components, objective_text(progress)};
  return {formatted("{} of {} fits", progress.ended, progress.runs), time_left(progress), components,
          stage_text(progress)};
}

bool ProgressDisplay::observe(const Progress& progress) {
  if (interrupted()) return false;
  if (style_ == ProgressStyle::lines && progress.stage == "em") std::fputs(line_text(progress).c_str(), stderr);
  if (style_ == ProgressStyle::bar && bar_.is_due()) bar_.draw(progress.share, facts_of(progress));
  return true;
}

}  // namespace mixseed::cli
