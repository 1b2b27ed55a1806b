// What the commands say, as reports.
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
  std::string asked;               // the method as it was asked for
  std::vector<std::string> names;  // of the columns; may be empty
  Selection selection;             // one fit when no range was asked for
  bool has_candidates = false;     // there was something to choose from
  Criterion criterion = Criterion::bic;
  double read_seconds = 0;
  double total_seconds = 0;  // from the start of the program, reading included
  std::string output;        // the model file; empty when none was asked for
  std::string team;          // who had the rows: see FitRows
  int ranks = 1;
  bool has_model = false;  // the model's numbers are part of what programs read

  const Fit& fit() const { return selection.fits[selection.best]; }
  // Summed over all restarts of all fits: work, not elapsed time.
  Seconds work() const;
};

// Decimals that people are shown.
inline constexpr int kLikelihoodPlaces = 6, kCriterionPlaces = 2, kSecondsPlaces = 3;

struct ScoreResult {
  std::size_t rows = 0, columns = 0, components = 0;
  Criteria criteria;
};

// "bic"
std::string_view name_of(Criterion criterion);
// What there was to choose from.
report::Section selection_section(const FitResult& result);
// The components in words, and every number of them for programs.
report::Sheet components_sheet(const FitResult& result);
// The model as its file has it.
report::Section model_section(const FitResult& result);
report::Section fit_report(const FitResult& result);
report::Section score_report(const ScoreResult& result);
report::Section methods_report();
// The rounds of the best restart.
report::Sheet trace_sheet(const Trace& trace);

// The format that --json or --format asks for; text without either.
const report::Format& chosen_format(bool json, const std::string& format);

}  // namespace mixseed::cli
