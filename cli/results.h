// What the text and the JSON reports show, gathered once.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mixseed/fit.h"

namespace mixseed::cli {

struct FitResult {
  std::string source;              // the data file
  std::vector<std::string> names;  // of the columns; may be empty
  Selection selection;             // one fit when no range was asked for
  bool has_range = false;
  Criterion criterion = Criterion::bic;
  double read_seconds = 0;
  double total_seconds = 0;  // from the start of the program, reading included
  std::string output;        // the model file; empty when none was asked for

  const Fit& fit() const { return selection.fits[selection.best]; }
  // Summed over all restarts of all fits: work, not elapsed time.
  Seconds work() const {
    Seconds sum;
    for (const Fit& one : selection.fits) {
      for (const Restart& restart : one.restarts) {
        sum.seed += restart.seconds.seed;
        sum.refine += restart.seconds.refine;
        sum.em += restart.seconds.em;
        sum.total += restart.seconds.total;
      }
    }
    return sum;
  }
};

struct ScoreResult {
  std::size_t rows = 0, columns = 0, components = 0;
  Criteria criteria;

  double mean_log_likelihood() const { return criteria.log_likelihood / criteria.observations; }
};

using RepairCounts = std::array<std::pair<std::string_view, std::size_t>, 7>;

inline RepairCounts counts_of(const Repairs& repairs) {
  return {{{"floored", repairs.floored},
           {"emptied", repairs.emptied},
           {"reseeded", repairs.reseeded},
           {"spherical", repairs.spherical},
           {"identity", repairs.identity},
           {"averaged", repairs.averaged},
           {"kept", repairs.kept}}};
}

inline std::string_view name_of(Criterion criterion) {
  constexpr std::string_view kNames[] = {"bic", "aic", "icl"};
  return kNames[static_cast<std::size_t>(criterion)];
}

inline std::string_view kind_of(const MethodInfo& method) {
  constexpr std::string_view kNames[] = {"seeder", "refiner", "frame"};
  return kNames[static_cast<std::size_t>(method.kind)];
}

}  // namespace mixseed::cli
