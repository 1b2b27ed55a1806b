// Tables of ranks: methods by columns for people, one section per column for programs.
#include <algorithm>
#include <cmath>

#include "lab/format.h"
#include "lab/report.h"
#include "mixseed/version.h"

namespace mixseed::lab {
namespace {

using report::Align, report::Audience, report::Fact, report::fixed_text, report::Missing, report::Section,
    report::Sheet;

std::string title_of(const Table& table) {
  const std::string name = table.number > 0 ? formatted("Table {}", table.number) : "Ranking";
  return formatted("{}: {} rows, {}; rules {}", name, table.rows, table.title, name_of(table.rules));
}

std::string rank_text(const RankedMethod& cell) {
  const auto both = [](double mean, double deviation) {
    return fixed_text(mean, 2) + "\u00b1" + fixed_text(deviation, 2);
  };
  const std::string ours = both(cell.rank.mean, cell.rank.deviation);
  if (!cell.published) return ours;
  return formatted("{} [{}]", ours, both(cell.published->mean, cell.published->deviation));
}

// A sheet for people whose first column names the rows.
Sheet sheet_titled(std::string title) {
  Sheet sheet{.title = std::move(title), .audience = Audience::people};
  sheet.columns = {{"method", "method", Audience::all, Align::left}};
  return sheet;
}

Sheet sheet_by_columns(const Table& table, std::string title) {
  Sheet sheet = sheet_titled(std::move(title));
  for (const Column& column : table.columns) sheet.columns.push_back({"", column.name + " " + column.kind});
  return sheet;
}

template <typename Text>
void add_row(Sheet& sheet, const Table& table, const std::string& name, const Text& text) {
  report::Row& row = sheet.rows.emplace_back(report::Row{name});
  for (const Column& column : table.columns) row.emplace_back(text(column));
}

void add_agreement(Sheet& sheet, const Table& table) {
  add_row(sheet, table, "Spearman with published",
          [](const Column& c) { return c.agreement ? fixed_text(c.agreement->spearman, 3) : "-"; });
  add_row(sheet, table, "mean absolute difference",
          [](const Column& c) { return c.agreement ? fixed_text(c.agreement->mean_abs_diff, 2) : "-"; });
  add_row(sheet, table, "best two agree", [](const Column& c) {
    return !c.agreement ? "-" : c.agreement->best_two_agree ? "yes" : "no";
  });
}

Sheet rank_sheet(const Table& table) {
  const bool has_published = std::any_of(table.columns.begin(), table.columns.end(),
                                         [](const Column& column) { return column.agreement.has_value(); });
  Sheet sheet =
      sheet_by_columns(table, title_of(table) + "; mean rank \u00b1 sd" + (has_published ? " [published]" : ""));
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    add_row(sheet, table, table.methods[m], [m](const Column& column) { return rank_text(column.cells[m]); });
  }
  if (has_published) add_agreement(sheet, table);
  add_row(sheet, table, "data sets", [](const Column& c) { return c.data_sets; });
  add_row(sheet, table, "Friedman p", [](const Column& c) { return formatted("{:.1e}", c.friedman.p); });
  add_row(sheet, table, "critical difference", [](const Column& c) { return fixed_text(c.critical_difference, 2); });
  if (table.incomplete > 0) {
    const bool is_one = table.incomplete == 1;
    sheet.notes.push_back(formatted("{} {} left out, because not every method has run on {} with the same seeds.",
                                    report::counted(table.incomplete, "data set"), is_one ? "is" : "are",
                                    is_one ? "it" : "them"));
  }
  return sheet;
}

// Degenerate components, and the likelihood of fresh rows.
Sheet fresh_rows_sheet(const Table& table) {
  Sheet sheet = sheet_by_columns(
      table, title_of(table) + "; degenerate components | mean rank on fresh rows | loss in nats per row");
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    add_row(sheet, table, table.methods[m], [m](const Column& column) {
      const RankedMethod& cell = column.cells[m];
      const std::string rank = cell.fresh_rank ? fixed_text(*cell.fresh_rank, 2) : "-";
      return formatted("{} | {} | {}", fixed_text(cell.degenerate, 2), rank, fixed_text(cell.fresh_loss, 2));
    });
  }
  return sheet;
}

// Adjusted Rand index of the final models with the true components.
Sheet index_sheet(const Table& table) {
  Sheet sheet = sheet_titled(title_of(table) + "; adjusted Rand index of the final models with the truth");
  std::vector<const Column*> known;
  for (const Column& column : table.columns) {
    if (column.cells.front().rand_index) known.push_back(&column);
  }
  for (const Column* column : known) sheet.columns.push_back({"", column->name});
  for (std::size_t m = 0; m < table.methods.size() && !known.empty(); ++m) {
    report::Row& row = sheet.rows.emplace_back(report::Row{table.methods[m]});
    for (const Column* column : known) {
      const std::optional<double>& index = column->cells[m].rand_index;
      row.emplace_back(index ? fixed_text(*index, 3) : "-");
    }
  }
  return sheet;
}

Sheet win_sheet(const Table& table, const Column& column) {
  Sheet sheet = sheet_titled(formatted("{}; {}: share of the data sets on which the row's method beats the column's",
                                       title_of(table), column.kind));
  for (const std::string& method : table.methods) sheet.columns.push_back({"", method});
  for (std::size_t i = 0; i < table.methods.size(); ++i) {
    report::Row& row = sheet.rows.emplace_back(report::Row{table.methods[i]});
    for (std::size_t j = 0; j < table.methods.size(); ++j) {
      row.emplace_back(i == j ? "" : fixed_text(column.wins[i][j], 2));
    }
  }
  return sheet;
}

Sheet methods_sheet(const Table& table, const Column& column) {
  Sheet sheet{.key = "methods"};
  for (const char* key : {"method", "mean", "sd", "degenerate", "fresh_mean", "fresh_loss", "rand_index",
                          "published_mean", "published_sd"}) {
    sheet.columns.push_back({key, ""});
  }
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    const RankedMethod& cell = column.cells[m];
    report::Row& row = sheet.rows.emplace_back(
        report::Row{table.methods[m], cell.rank.mean, cell.rank.deviation, cell.degenerate,
                    cell.fresh_rank ? report::Cell(*cell.fresh_rank) : report::Cell(Missing()), cell.fresh_loss});
    row.push_back(cell.rand_index ? report::Cell(*cell.rand_index) : report::Cell(Missing()));
    row.push_back(cell.published ? report::Cell(cell.published->mean) : report::Cell());
    row.push_back(cell.published ? report::Cell(cell.published->deviation) : report::Cell());
  }
  return sheet;
}

report::Cell matrix(const std::vector<std::vector<double>>& rows) {
  report::Cell::List lines;
  for (const std::vector<double>& row : rows) lines.emplace_back(report::Cell::List(row.begin(), row.end()));
  return lines;
}

Section column_section(const Table& table, const Column& column) {
  const auto agreed = [&](auto Agreement::*field) {
    return column.agreement ? report::Cell((*column.agreement).*field) : report::Cell(Missing());
  };
  Section section;
  section.add(Fact{"table", "", table.number});
  section.add(Fact{"rows", "", table.rows});
  section.add(Fact{"title", "", table.title});
  section.add(Fact{"column", "", column.name});
  section.add(Fact{"kind", "", column.kind});
  section.add(Fact{"rules", "", name_of(table.rules)});
  section.add(Fact{"data_sets", "", column.data_sets});
  section.add(Fact{"spearman", "", agreed(&Agreement::spearman)});
  section.add(Fact{"mean_abs_diff", "", agreed(&Agreement::mean_abs_diff)});
  section.add(Fact{"best_two_agree", "", agreed(&Agreement::best_two_agree)});
  section.add(Fact{"friedman.statistic", "", column.friedman.statistic});
  section.add(Fact{"friedman.p", "", column.friedman.p});
  section.add(Fact{"critical_difference", "", column.critical_difference});
  section.add(methods_sheet(table, column));
  section.add(Fact{"wins", "", matrix(column.wins)});
  return section;
}

void add_table(Section& report, report::List& columns, const Table& table) {
  report.add(rank_sheet(table));
  report.add(fresh_rows_sheet(table));
  if (Sheet indices = index_sheet(table); !indices.rows.empty()) report.add(std::move(indices));
  for (const Column& column : table.columns) {
    if (table.number == 0 && column.kind == "final") report.add(win_sheet(table, column));
    columns.items.push_back(column_section(table, column));
  }
}

Section file_section(const DataSetResult& result, const Results& results, RuleSet rules) {
  std::size_t runs = 0;
  for (const Entry& entry : result.entries) runs = std::max(runs, entry.seeds.size());
  Sheet sheet = report::sheet_of(method_summaries(result, results.methods));
  sheet.key = "rows";
  sheet.title = formatted("{}, K = {}; rules {}; {}; final log-likelihood per row", result.set.file->name,
                          result.set.components, name_of(rules), report::counted(runs, "seed"));
  sheet.drop("seconds");
  sheet.show("method", "method");
  sheet.columns.front().align = Align::left;
  for (const char* name : {"mean", "sd", "best"}) sheet.show(name, name, 4);
  sheet.show("behind", "behind the first", 4);
  sheet.show("share_at_best", "share at the best", 2);
  sheet.show("degenerate", "degenerate", 2);
  sheet.show("failed", "failed");
  Section section;
  section.add(Fact{"title", "", sheet.title, Audience::programs});
  section.add(std::move(sheet));
  return section;
}

// Median correlations, one row per rule set.
Sheet summary_sheet(const std::vector<Table>& tables) {
  Sheet sheet{.key = "summary",
              .title = "Agreement with the published ranks: median of the columns' Spearman correlations"};
  sheet.columns = {{"rules", "rules", Audience::all, Align::left},
                   {"median_spearman_initial", "initial"},
                   {"median_spearman_final", "final"}};
  const auto cell = [](std::optional<double> median) {
    return median ? report::fixed(*median, 3) : report::Cell(Missing());
  };
  for (const RuleSet rules : {RuleSet::paper, RuleSet::standard}) {
    const auto initial = median_spearman(tables, rules, "initial"), final = median_spearman(tables, rules, "final");
    if (initial || final) sheet.rows.push_back({name_of(rules), cell(initial), cell(final)});
  }
  return sheet;
}

}  // namespace

report::Section tables_report(const std::vector<RunsOfRule>& runs) {
  Section report{.key = "tables"};
  report.add(Fact{"version", "", kVersion, Audience::programs});
  report::List columns{.key = "columns", .audience = Audience::programs}, files{.key = "files"};
  std::vector<Table> all;
  for (const auto& [rules, results] : runs) {
    for (Table& table : make_tables(results, rules)) {
      add_table(report, columns, table);
      all.push_back(std::move(table));
    }
    for (const DataSetResult& result : results.data_sets) {
      if (result.set.file) files.items.push_back(file_section(result, results, rules));
    }
    if (results.data_sets.empty()) report.add(report::Note{formatted("No runs under rules {}.", name_of(rules))});
  }
  report.add(std::move(columns));
  report.add(std::move(files));
  report.add(summary_sheet(all));
  return report;
}

}  // namespace mixseed::lab
