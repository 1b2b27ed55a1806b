// What the tables look like to people, and to programs.
#pragma once

#include <string>
#include <vector>

#include "lab/sheet.h"
#include "lab/tables.h"

namespace mixseed::lab {

// One table of ranks beside the published ones, and one of what the ranks do not show.
std::vector<Sheet> sheets_of(const Table& table);
// The middle correlations, one row per rule.
Sheet summary_of(const std::vector<Table>& tables);
// One sheet per file of the results: every method's likelihoods over the seeds.
std::vector<Sheet> sheets_of_files(const Results& results, Rules rules);
// Seconds per fit on data sets of 1000 rows in ten dimensions, as in the paper's Table 8.
Sheet times_of(const Results& results, Rules rules);

// Everything above but the times, as one JSON object (docs/laboratory.md).
std::string tables_json(const std::vector<Table>& tables, const std::vector<Sheet>& files);

}  // namespace mixseed::lab
