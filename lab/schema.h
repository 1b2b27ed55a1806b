// The schema and the statements of a store, as SQL text.
#pragma once

#include <string>
#include <string_view>

#include "lab/run.h"

namespace mixseed::lab {

// Increase with every change of the tables, and so of Outcome.
constexpr int kSchema = 2;
constexpr int kApplication = 0x6d786c62;  // "mxlb": tells a store from another SQLite file

// Visits the columns of an Outcome. Their order and names are part of the format; the sum of the seconds is not kept.
template <typename AnyOutcome, typename Visit>
void for_each_kept(AnyOutcome&& outcome, const Visit& visit) {
  const std::string_view seconds = "seconds.";
  walk(outcome, [&](const std::string& name, auto& value) {
    if (!name.starts_with(seconds)) return visit(name, value);
    if (const std::string stage = name.substr(seconds.size()); stage != "total") visit(stage + "_seconds", value);
  });
}

// Creates all tables.
std::string schema_text();
// Parameters: version, data set, method, rules, seed, then the kept outcome. A run that exists is not changed.
std::string text_to_insert_run();
// For a version and rules, ordered by key: data set, pipeline, seed, label, then the kept outcome.
std::string text_to_select_runs();
// For a version and a data set: pipeline, rules, seed.
constexpr const char* kSelectKnown =
    "SELECT m.pipeline, r.rules, r.seed FROM runs r JOIN methods m ON m.id=r.method "
    "WHERE r.version=(SELECT id FROM versions WHERE version=?) AND r.data_set=(SELECT id FROM data_sets WHERE key=?)";

}  // namespace mixseed::lab
