// How runs lie in a store: its tables and what is asked of them, as SQL. Nothing here talks to a database.
#pragma once

#include <string>
#include <string_view>

#include "lab/run.h"

namespace mixseed::lab {

// Another number for every change of the tables, and so of Outcome.
constexpr int kSchema = 2;
constexpr int kApplication = 0x6d786c62;  // "mxlb": tells a store from another SQLite file

// What a run has beside its key: the columns of an Outcome. Their order and names are part of the format; the sum of
// the seconds is not kept.
template <typename AnyOutcome, typename Visit>
void for_each_kept(AnyOutcome&& outcome, const Visit& visit) {
  const std::string_view seconds = "seconds.";
  walk(outcome, [&](const std::string& name, auto& value) {
    if (!name.starts_with(seconds)) return visit(name, value);
    if (const std::string stage = name.substr(seconds.size()); stage != "total") visit(stage + "_seconds", value);
  });
}

// Makes all tables.
std::string schema_text();
// Version, data set, method, rules and seed, then what is kept of the outcome. A run that is there stays as it is.
std::string text_to_insert_run();
// Of a version and rules, by key: data set, pipeline, seed, label, then what is kept of the outcome.
std::string text_to_select_runs();
// Of a version and a data set: pipeline, rules, seed.
constexpr const char* kSelectKnown =
    "SELECT m.pipeline, r.rules, r.seed FROM runs r JOIN methods m ON m.id=r.method "
    "WHERE r.version=(SELECT id FROM versions WHERE version=?) AND r.data_set=(SELECT id FROM data_sets WHERE key=?)";

}  // namespace mixseed::lab
