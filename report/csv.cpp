// Comma-separated tables of exact values, for programs. A file can hold several tables, so the first column names the
// table.
#include <algorithm>

#include "base/text.h"
#include "report/formats.h"
#include "report/people.h"

namespace mixseed::report {
namespace {

std::string field_of(const Cell& cell) {
  struct Writer {
    std::string operator()(Omitted) const { return ""; }
    std::string operator()(Missing) const { return ""; }
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(std::uint64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return exact_text(number); }
    std::string operator()(const std::string& text) const { return csv_field(text); }
    std::string operator()(const Cell::List& cells) const { return csv_field(Cell(cells).shown); }
  };
  return std::visit(Writer(), cell.value);
}

struct Table {
  std::string name;
  Words header;
  std::vector<Words> rows;
};

Table table_of(const Sheet& sheet) {
  Table table{sheet.key.empty() ? sheet.title : sheet.key, {}, {}};
  std::vector<std::size_t> told;
  for (std::size_t j = 0; j < sheet.columns.size(); ++j) {
    if (!concerns(sheet.columns[j].audience, Audience::programs)) continue;
    told.push_back(j);
    table.header.push_back(csv_field(sheet.columns[j].key));
  }
  for (const Row& row : sheet.rows) {
    Words& fields = table.rows.emplace_back();
    for (const std::size_t j : told) fields.push_back(field_of(row[j]));
  }
  return table;
}

// The facts as one row, without lists.
Table table_of(const Section& section) {
  Table table{section.key, {}, {{}}};
  for (const Part& part : section.parts) {
    const Fact* fact = std::get_if<Fact>(&part);
    if (!fact || !concerns(fact->audience, Audience::programs) || std::holds_alternative<Cell::List>(fact->cell.value))
      continue;
    table.header.push_back(csv_field(fact->key));
    table.rows.front().push_back(field_of(fact->cell));
  }
  return table;
}

// One row per row of the items' sheets, after the facts of its item. The items have the same facts and columns.
Table table_of(const List& list) {
  Table table{list.key, {}, {}};
  for (const Section& item : list.items) {
    Table facts = table_of(item);
    Table inner;
    for (const Part& part : item.parts) {
      const Sheet* sheet = std::get_if<Sheet>(&part);
      if (sheet && concerns(sheet->audience, Audience::programs)) inner = table_of(*sheet);
    }
    for (const std::string& name : inner.header) facts.header.push_back(inner.name + "." + name);
    if (facts.header.size() > table.header.size()) table.header = facts.header;
    if (inner.rows.empty()) inner.rows.emplace_back(inner.header.size());
    for (const Words& row : inner.rows) {
      table.rows.push_back(facts.rows.front());
      table.rows.back().insert(table.rows.back().end(), row.begin(), row.end());
    }
  }
  return table;
}

void collect(const Section& section, std::vector<Table>& tables) {
  const auto add = [&](Table table) {
    if (!table.header.empty()) tables.push_back(std::move(table));
  };
  add(table_of(section));
  for (const Part& part : section.parts) {
    if (const auto* sheet = std::get_if<Sheet>(&part); sheet && concerns(sheet->audience, Audience::programs)) {
      add(table_of(*sheet));
    } else if (const auto* list = std::get_if<List>(&part); list && concerns(list->audience, Audience::programs)) {
      add(table_of(*list));
    } else if (const auto* inner = std::get_if<Section>(&part);
               inner && concerns(inner->audience, Audience::programs)) {
      collect(*inner, tables);
    }
  }
}

std::string csv_line(const Words& fields) {
  std::string line;
  for (const std::string& field : fields) line += (&field == fields.data() ? "" : ",") + field;
  return line + "\n";
}

}  // namespace

std::string csv_of(const Sheet& sheet) {
  const Table table = table_of(sheet);
  std::string text = csv_line(table.header);
  for (const Words& row : table.rows) text += csv_line(row);
  return text;
}

std::string as_csv(const Section& report) {
  std::vector<Table> tables;
  collect(report, tables);
  std::string text;
  for (const Table& table : tables) {
    text += (text.empty() ? "table," : "\ntable,") + csv_line(table.header);
    for (const Words& row : table.rows) text += csv_field(table.name) + "," + csv_line(row);
  }
  return text;
}

}  // namespace mixseed::report
