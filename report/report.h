// The report of a command as data: facts, sheets and notes in order. The writers of report/formats.h turn it into text.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mixseed/record.h"
#include "report/cell.h"

namespace mixseed::report {

// Readers of a part. Programs read keys and exact values (JSON, CSV), people titles and texts (the other formats).
enum class Audience { all, people, programs };

// A dot in a key is a step into an object: "initial.log_likelihood".
struct Fact {
  std::string key, title;
  Cell cell;
  Audience audience = Audience::all;
};

enum class Align { right, left };

struct Column {
  std::string key, title;
  Audience audience = Audience::all;
  Align align = Align::right;
};

using Row = std::vector<Cell>;

struct Sheet {
  std::string key, title;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> notes;
  Audience audience = Audience::all;
  std::size_t shown_rows = std::numeric_limits<std::size_t>::max();  // at most, for people
  bool left_out_of_json = false;                                     // left out of JSON, whose keys are a promise

  void add_column(Column column, std::vector<Cell> cells);
  // Shows a column for programs to people too, with `places` decimals.
  void show(std::string_view key, std::string title, int places = 0);
  void drop(std::string_view key);
  std::size_t index_of(std::string_view key) const;
};

// A paragraph for people.
struct Note {
  std::string text;
};

struct Section;

// Several sections of one kind: an array for programs.
struct List {
  std::string key, title;
  std::vector<Section> items;
  Audience audience = Audience::all;
};

using Part = std::variant<Fact, Note, Sheet, List, Section>;

// A report, or a part of it that is an object of its own in JSON.
struct Section {
  std::string key, title;
  std::vector<Part> parts;
  std::vector<std::string> notes;
  Audience audience = Audience::all;
  bool side_by_side = false;  // people see the facts side by side, as a sheet of one row

  template <typename Kind>
  void add(Kind part);
};

template <typename Kind>
void Section::add(Kind part) {
  parts.emplace_back(std::move(part));
}

inline bool concerns(Audience audience, Audience reader) { return audience == Audience::all || audience == reader; }

// One fact per value of a record, for programs.
template <Described Record>
void add_facts(Section& section, const Record& record, const std::string& prefix = "") {
  walk(
      record,
      [&](const std::string& name, const auto& value) {
        section.add(Fact{name, "", value, Audience::programs});
      },
      prefix);
}

// One row per record and one column per value, for programs; `show` chooses what people see.
template <typename Records>
Sheet sheet_of(const Records& records) {
  Sheet sheet;
  walk(typename Records::value_type{}, [&](const std::string& name, const auto&) {
    sheet.columns.push_back({name, "", Audience::programs});
  });
  for (const auto& record : records) {
    Row& row = sheet.rows.emplace_back();
    walk(record, [&](const std::string&, const auto& value) { row.emplace_back(value); });
  }
  return sheet;
}

}  // namespace mixseed::report
