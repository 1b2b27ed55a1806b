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

struct Judged {
  Standing standing;
  double squared_error;  // of `sound`
};

Judged judged(const Method& method, const Entry& entry, double optimum, bool degenerate_too) {
  Standing standing{.label = method.label, .pipeline = method.pipeline};
  standing.best = -std::numeric_limits<double>::infinity();
  std::vector<double> finals, sound;
  double reached = 0, narrow = 0;
  for (const Outcome& outcome : entry.outcomes) {
    if (!outcome.error.empty()) continue;
    finals.push_back(outcome.final);
    if (outcome.final_degenerate == 0) sound.push_back(outcome.final);
    standing.best = std::max(standing.best, outcome.final);
    const bool counts = degenerate_too || outcome.final_degenerate == 0;
    reached += counts && outcome.final >= optimum - kSameOptimum;
    narrow += outcome.final_degenerate > 0;
  }
  const auto runs = static_cast<double>(entry.outcomes.size());
  standing.final = mean_and_deviation(finals);
  standing.share_at_best = reached / runs;
  standing.degenerate = entry.mean(&Outcome::final_degenerate);
  standing.share_degenerate = narrow / runs;
  standing.failed = entry.failed();
  standing.seconds = entry.mean_seconds();
  const std::vector<double>& counted = sound.empty() ? finals : sound;
  const MeanAndDeviation of_sound = mean_and_deviation(counted);
  standing.sound = of_sound.mean;
  const double error =
      of_sound.deviation * of_sound.deviation / static_cast<double>(std::max<std::size_t>(1, counted.size()));
  return {standing, error};
}

// A method of which every run failed has no mean, and comes last; one that mostly collapses comes before that.
std::tuple<int, double> place_of(const Standing& standing) {
  if (std::isnan(standing.sound)) return {2, 0.0};
  return {standing.share_degenerate > 0.5 ? 1 : 0, -standing.sound};
}

}  // namespace

std::vector<Standing> standings(const DataSetResult& result, const std::vector<Method>& methods) {
  double optimum = best_of(result, false);
  const bool degenerate_too = std::isinf(optimum);
  if (degenerate_too) optimum = best_of(result, true);
  std::vector<Judged> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (result.entries[m].outcomes.empty()) continue;
    all.push_back(judged(methods[m], result.entries[m], optimum, degenerate_too));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Judged& a, const Judged& b) { return place_of(a.standing) < place_of(b.standing); });
  std::vector<Standing> ordered;
  for (Judged& one : all) {
    one.standing.behind = all.front().standing.sound - one.standing.sound;
    one.standing.behind_error = std::sqrt(all.front().squared_error + one.squared_error);
    ordered.push_back(one.standing);
  }
  return ordered;
}

}  // namespace mixseed::lab
