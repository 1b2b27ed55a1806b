#include "lab/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

Standing standing_of(const Method& method, const Entry& entry, double optimum, bool degenerate_too) {
  Standing standing{.label = method.label, .pipeline = method.pipeline};
  standing.best = -std::numeric_limits<double>::infinity();
  std::vector<double> finals;
  double reached = 0, narrow = 0;
  for (const Outcome& outcome : entry.outcomes) {
    if (!outcome.error.empty()) continue;
    finals.push_back(outcome.final);
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
  return standing;
}

double squared_error(const Standing& standing, std::size_t runs) {
  return standing.final.deviation * standing.final.deviation / static_cast<double>(runs);
}

}  // namespace

std::vector<Standing> standings(const DataSetResult& result, const std::vector<Method>& methods) {
  double optimum = best_of(result, false);
  const bool degenerate_too = std::isinf(optimum);
  if (degenerate_too) optimum = best_of(result, true);
  std::vector<Standing> all;
  std::size_t runs = 1;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    if (result.entries[m].outcomes.empty()) continue;
    all.push_back(standing_of(methods[m], result.entries[m], optimum, degenerate_too));
    runs = std::max(runs, result.entries[m].outcomes.size());
  }
  // A method of which every run failed has no mean, and comes last.
  std::stable_sort(all.begin(), all.end(), [](const Standing& a, const Standing& b) {
    return a.final.mean > b.final.mean || (std::isnan(b.final.mean) && !std::isnan(a.final.mean));
  });
  for (Standing& standing : all) {
    standing.behind = all.front().final.mean - standing.final.mean;
    standing.behind_error = std::sqrt(squared_error(all.front(), runs) + squared_error(standing, runs));
  }
  return all;
}

std::size_t recommended(const std::vector<Standing>& standings) {
  const auto sound = std::find_if(standings.begin(), standings.end(),
                                  [](const Standing& standing) { return standing.share_degenerate <= 0.5; });
  return sound == standings.end() ? 0 : static_cast<std::size_t>(sound - standings.begin());
}

}  // namespace mixseed::lab
