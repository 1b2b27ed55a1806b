#include "lab/schema.h"

#include "lab/format.h"

namespace mixseed::lab {
namespace {

std::string_view sql_type(double) { return "REAL"; }  // SQLite keeps NaN as NULL
std::string_view sql_type(const std::string&) { return "TEXT NOT NULL"; }
std::string_view sql_type(std::size_t) { return "INTEGER NOT NULL"; }
std::string_view sql_type(int) { return "INTEGER NOT NULL"; }

}  // namespace

std::string schema_text() {
  std::string columns;
  for_each_kept(Outcome(), [&](const std::string& name, const auto& value) {
    columns += formatted("  {} {},\n", name, sql_type(value));
  });
  return formatted(R"(
CREATE TABLE data_sets(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE methods(id INTEGER PRIMARY KEY, pipeline TEXT NOT NULL UNIQUE, label TEXT NOT NULL) STRICT;
CREATE TABLE versions(id INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE runs(
  version INTEGER NOT NULL REFERENCES versions, data_set INTEGER NOT NULL REFERENCES data_sets,
  method INTEGER NOT NULL REFERENCES methods, rules INTEGER NOT NULL, seed INTEGER NOT NULL,
{}  PRIMARY KEY(version, data_set, method, rules, seed)) STRICT, WITHOUT ROWID;
)",
                   columns);
}

std::string text_to_insert_run() {
  std::string text = "INSERT OR IGNORE INTO runs VALUES(?,?,?,?,?";
  for_each_kept(Outcome(), [&](const std::string&, const auto&) { text += ",?"; });
  return text + ")";
}

std::string text_to_select_runs() {
  std::string text = "SELECT d.key, m.pipeline, r.seed, m.label";
  for_each_kept(Outcome(), [&](const std::string& name, const auto&) { text += ", r." + name; });
  return text +
         " FROM runs r JOIN data_sets d ON d.id=r.data_set JOIN methods m ON m.id=r.method "
         "WHERE r.version=(SELECT id FROM versions WHERE version=?) AND r.rules=? ORDER BY d.key, m.pipeline, r.seed";
}

}  // namespace mixseed::lab
