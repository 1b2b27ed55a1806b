// The reports of the commands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/fit.h"
#include "report/formats.h"

namespace mixseed::cli {

struct FitResult {
  std::string source;              // the data file
  std::string asked;               // the method as given
  std::vector<std::string> names;  // of the columns; may be empty
  Selection selection;             // one fit unless a range or a list was given
  bool has_candidates = false;     // a range or a list was given
  Criterion criterion = Criterion::bic;
  double read_seconds = 0;
  double total_seconds = 0;  // since the start of the program, reading included
  std::string output;        // the model file; empty without -o
  std::string team;          // the holder of the rows: see FitRows::kind
  int ranks = 1;
  bool has_model = false;  // whether formats for programs contain the model's numbers

  const Fit& fit() const { return selection.fits[selection.best]; }
  // Summed over all restarts of all fits: work, not elapsed time.
  Seconds work() const;
};

// Decimals in reports for people.
inline constexpr int kLikelihoodPlaces = 6, kCriterionPlaces = 2, kSecondsPlaces = 3;

struct ScoreResult {
  std::size_t rows = 0, columns = 0, components = 0;
  Criteria criteria;
};

// The candidates of a selection.
report::Section selection_section(const FitResult& result);
// A table of the components for people, all their numbers for programs.
report::Sheet components_sheet(const FitResult& result);
// The model as in its file.
report::Section model_section(const FitResult& result);
report::Section fit_report(const FitResult& result);
report::Section score_report(const ScoreResult& result);
report::Section methods_report();
// The rounds of the best restart.
report::Sheet trace_sheet(const Trace& trace);

// The format of --json or --format; text without either.
const report::Format& chosen_format(bool json, const std::string& format);

}  // namespace mixseed::cli
