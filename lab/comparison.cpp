#include "lab/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace mixseed::lab {
namespace {

double best_of(const DataSetResult& result, bool degenerate_too) {
  double best = -std::numeric_limits<double>::infinity();
  for (const Entry& entry : result.entries) {
    for (const Outcome& outcome : entry.outcomes) {
      if (outcome.error.empty() && (degenerate_too || outcome.final_degenerate == 0)) {
        best = std::max(best, outcome.final);
      }
    }
  }
  return best;
}

struct ScoredMethod {
  MethodSummary summary;
  double squared_error;  // of `sound`
};

ScoredMethod scored_method(const Method& method, const Entry& entry, double optimum, bool degenerate_too) {
  MethodSummary summary{.label = method.label, .pipeline = method.pipeline};
  summary.best = -std::numeric_limits<double>::infinity();
  std::vector<double> finals, sound;
  double reached = 0, narrow = 0;
  for (const Outcome& outcome : entry.outcomes) {
    if (!outcome.error.empty()) continue;
    finals.push_back(outcome.final);
    if (outcome.final_degenerate == 0) sound.push_back(outcome.final);
    summary.best = std::max(summary.best, outcome.final);
    const bool counts = degenerate_too || outcome.final_degenerate == 0;
    reached += counts && outcome.final >= optimum - kSameOptimum;
    narrow += outcome.final_degenerate > 0;
  }
  const auto runs = static_cast<double>(entry.outcomes.size());
  summary.final = mean_and_deviation(finals);
  summary.share_at_best = reached / runs;
  summary.degenerate = entry.mean(&Outcome::final_degenerate);
  summary.share_degenerate = narrow / runs;
  summary.failed = entry.failed();
  summary.seconds = entry.mean_seconds();
  const std::vector<double>& counted = sound.empty() ? finals : sound;
  const MeanAndDeviation of_sound = mean_and_deviation(counted);
  summary.sound = of_sound.mean;
  const double error =
      of_sound.deviation * of_sound.deviation / static_cast<double>(std::max<std::size_t>(1, counted.size()));
  return {summary, error};
}

// Last: methods whose every run failed. Before them: methods that collapse in more than half of their runs.
std::tuple<int, double> place_of(const MethodSummary& summary) {
  if (std::isnan(summary.sound)) return {2, 0.0};
  return {summary.share_degenerate > 0.5 ? 1 : 0, -summary.sound};
}

}  // namespace

std::vector<MethodSummary> method_summaries(const DataSetResult& result, const std::vector<Method>& methods) {
  double optimum = best_of(result, false);
  const bool degenerate_too = std::isinf(optimum);
  if (degenerate_too) optimum = best_of(result, true);
  std::vector<ScoredMethod> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (result.entries[m].outcomes.empty()) continue;
    all.push_back(scored_method(methods[m], result.entries[m], optimum, degenerate_too));
  }
  std::stable_sort(all.begin(), all.end(), [](const ScoredMethod& a, const ScoredMethod& b) {
    return place_of(a.summary) < place_of(b.summary);
  });
  std::vector<MethodSummary> ordered;
  for (ScoredMethod& one : all) {
    one.summary.behind = all.front().summary.sound - one.summary.sound;
    one.summary.behind_error = std::sqrt(all.front().squared_error + one.squared_error);
    ordered.push_back(one.summary);
  }
  return ordered;
}

}  // namespace mixseed::lab
