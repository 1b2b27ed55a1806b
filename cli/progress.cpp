#include "progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "lab/format.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

// A seeder has no rounds.
bool is_refining(const Progress& progress) { return progress.rounds > 0; }

std::string objective_text(const Progress& progress) {
  if (!is_refining(progress) || !std::isfinite(progress.objective)) return "";
  if (progress.stage == "em") return formatted("  log-likelihood {:.5f}", progress.objective);
  if (progress.stage == "kmeans") return formatted("  squared distance {:.5g}", progress.objective);
  return formatted("  objective {:.5f}", progress.objective);
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

ProgressDisplay::ProgressDisplay(ProgressStyle style, std::size_t runs, int threads)
    : style_(style),
      runs_(runs),
      threads_(threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency())) {}

bool ProgressDisplay::observe(const Progress& progress) {
  if (interrupted()) return false;
  if (style_ == ProgressStyle::lines && progress.stage == "em") std::fputs(line_text(progress).c_str(), stderr);
  if (style_ != ProgressStyle::bar) return true;
  if (is_refining(progress)) seen_.emplace(progress.components, progress.restart);
  if (bar_.is_due()) bar_.draw(share_done(progress), facts(progress));
  return true;
}

// No observer call marks the end of a run, but no more runs than threads can be under way.
std::size_t ProgressDisplay::finished_runs() const {
  const std::size_t under_way = std::min(threads_, seen_.size());
  return seen_.size() - under_way;
}

double ProgressDisplay::share_done(const Progress& progress) const {
  const bool counts = progress.stage == "em" && is_refining(progress);
  const double current = counts ? std::min(1.0, static_cast<double>(progress.round) / progress.rounds) : 0.0;
  const double under_way = static_cast<double>(seen_.size() - finished_runs()) * current;
  return std::min(1.0, (static_cast<double>(finished_runs()) + under_way) / static_cast<double>(runs_));
}

// Before the first run has ended only a bound is known, because em may converge long before its last round.
std::string ProgressDisplay::time_left(double share) const {
  if (share <= 0) return "";
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  return formatted("  {} {} left", finished_runs() > 0 ? "about" : "at most", clock_text(elapsed * (1 / share - 1)));
}

std::string ProgressDisplay::facts(const Progress& progress) const {
  std::string facts(progress.stage);
  if (is_refining(progress)) facts += formatted(" {}/{}", progress.round, progress.rounds);
  facts += objective_text(progress);
  facts += time_left(share_done(progress));
  facts += formatted("  K={}", progress.components);
  if (progress.restarts > 1) facts += formatted("  restart {} of {}", progress.restart + 1, progress.restarts);
  return facts;
}

}  // namespace mixseed::cli
