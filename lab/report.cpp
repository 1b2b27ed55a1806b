#include "lab/report.h"

#include <fmt/format.h>

#include <cmath>

#include "lab/comparison.h"
#include "lab/resources.h"
#include "lab/text.h"

namespace mixseed::lab {
namespace {

std::string title_of(const Table& table) {
  const std::string name = table.number > 0 ? fmt::format("Table {}", table.number) : "Ranking";
  return fmt::format("{}: {} rows, {}; rules {}", name, table.rows, table.title, name_of(table.rules));
}

std::string rank_text(const Cell& cell) {
  const std::string ours = fmt::format("{:.2f}\u00b1{:.2f}", cell.rank.mean, cell.rank.deviation);
  if (!cell.published) return ours;
  return fmt::format("{} [{:.2f}\u00b1{:.2f}]", ours, cell.published->mean, cell.published->deviation);
}

std::string fixed(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}

template <typename Text>
void add_row(Sheet& sheet, const Table& table, const std::string& name, const Text& text) {
  std::vector<std::string> row{name};
  for (const Column& column : table.columns) row.push_back(text(column));
  sheet.rows.push_back(std::move(row));
}

Sheet rank_sheet(const Table& table) {
  Sheet sheet{.title = title_of(table) + "; mean rank \u00b1 sd", .header = {"method"}};
  bool has_published = false;
  for (const Column& column : table.columns) {
    sheet.header.push_back(column.name + " " + column.kind);
    has_published |= column.agreement.has_value();
  }
  if (has_published) sheet.title += " [published]";
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    add_row(sheet, table, table.methods[m], [m](const Column& column) { return rank_text(column.cells[m]); });
  }
  if (has_published) {
    add_row(sheet, table, "Spearman with published",
            [](const Column& c) { return c.agreement ? fixed(c.agreement->spearman, 3) : "-"; });
    add_row(sheet, table, "mean absolute difference",
            [](const Column& c) { return c.agreement ? fixed(c.agreement->mean_abs_diff, 2) : "-"; });
    add_row(sheet, table, "best two agree", [](const Column& c) {
      return !c.agreement ? "-" : c.agreement->best_two_agree ? "yes" : "no";
    });
  }
  add_row(sheet, table, "data sets", [](const Column& c) { return fmt::format("{}", c.data_sets); });
  add_row(sheet, table, "Friedman p", [](const Column& c) { return fmt::format("{:.1e}", c.friedman.p); });
  add_row(sheet, table, "critical difference", [](const Column& c) { return fixed(c.critical_difference, 2); });
  if (table.incomplete > 0) {
    sheet.notes.push_back(
        fmt::format("{} data sets are left out, because not every method has run on them with the "
                    "same seeds.",
                    table.incomplete));
  }
  return sheet;
}

// Degenerate components, and what the model is worth on fresh rows.
Sheet beside_sheet(const Table& table) {
  Sheet sheet{.title = title_of(table) + "; degenerate components | mean rank on fresh rows | loss in nats per row",
              .header = {"method"}};
  for (const Column& column : table.columns) sheet.header.push_back(column.name + " " + column.kind);
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    add_row(sheet, table, table.methods[m], [m](const Column& column) {
      const Cell& cell = column.cells[m];
      const std::string rank = cell.fresh_rank ? fixed(*cell.fresh_rank, 2) : "-";
      return fmt::format("{} | {} | {}", fixed(cell.degenerate, 2), rank, fixed(cell.fresh_loss, 2));
    });
  }
  return sheet;
}

Sheet win_sheet(const Table& table, const Column& column) {
  Sheet sheet{.title = fmt::format("{}; {}: share of the data sets on which the row's method beats the column's",
                                   title_of(table), column.kind),
              .header = {"method"}};
  sheet.header.insert(sheet.header.end(), table.methods.begin(), table.methods.end());
  for (std::size_t i = 0; i < table.methods.size(); ++i) {
    std::vector<std::string> row{table.methods[i]};
    for (std::size_t j = 0; j < table.methods.size(); ++j) row.push_back(i == j ? "" : fixed(column.wins[i][j], 2));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

}  // namespace

std::vector<Sheet> sheets_of(const Table& table) {
  std::vector<Sheet> sheets{rank_sheet(table), beside_sheet(table)};
  for (const Column& column : table.columns) {
    if (table.number == 0 && column.kind == "final") sheets.push_back(win_sheet(table, column));
  }
  return sheets;
}

Sheet summary_of(const std::vector<Table>& tables) {
  Sheet sheet{.title = "Agreement with the published ranks: median of the columns' Spearman correlations",
              .header = {"rules", "initial", "final"}};
  for (const Rules rules : {Rules::paper, Rules::standard}) {
    const auto initial = median_spearman(tables, rules, "initial"), final = median_spearman(tables, rules, "final");
    if (!initial && !final) continue;
    sheet.rows.push_back(
        {std::string(name_of(rules)), initial ? fixed(*initial, 3) : "-", final ? fixed(*final, 3) : "-"});
  }
  return sheet;
}

std::vector<Sheet> sheets_of_files(const Results& results, Rules rules) {
  std::vector<Sheet> sheets;
  for (const DataSetResult& result : results.data_sets) {
    if (!result.set.file) continue;
    std::size_t runs = 0;
    for (const Entry& entry : result.entries) runs = std::max(runs, entry.seeds.size());
    Sheet sheet{
        .title = fmt::format("{}, K = {}; rules {}; {} seeds; final log-likelihood per row", result.set.file->name,
                             result.set.components, name_of(rules), runs),
        .header = {"method", "mean", "sd", "best", "behind the first", "share at the best", "degenerate", "failed"}};
    for (const Standing& s : standings(result, results.methods)) {
      sheet.rows.push_back({s.label, fixed(s.final.mean, 4), fixed(s.final.deviation, 4), fixed(s.best, 4),
                            fixed(s.behind, 4), fixed(s.share_at_best, 2), fixed(s.degenerate, 2),
                            fmt::format("{}", s.failed)});
    }
    sheets.push_back(std::move(sheet));
  }
  return sheets;
}

Sheet times_of(const Results& results, Rules rules) {
  Sheet sheet{.title = fmt::format("Table 8: seconds per fit, 1000 rows, D = 10; rules {}", name_of(rules)),
              .header = {"method", "seconds", "published (Intel Core i7-3770)", "fits"}};
  for (std::size_t m = 0; m < results.methods.size(); ++m) {
    double seconds = 0;
    std::size_t fits = 0;
    for (const DataSetResult& result : results.data_sets) {
      const Entry& entry = result.entries[m];
      const bool counts = result.set.generated && result.set.generated->rows == 1000 && result.set.generated->dim == 10;
      if (!counts || entry.outcomes.empty()) continue;
      seconds += entry.mean_seconds() * static_cast<double>(entry.outcomes.size());
      fits += entry.outcomes.size();
    }
    if (fits == 0) continue;
    std::string published = "-";
    for (const std::string_view line : split_all(*resource("published_times.csv"), '\n')) {
      const auto [label, value] = split_at(line, ",");
      if (label == results.methods[m].label) published = value;
    }
    sheet.rows.push_back({results.methods[m].label, fmt::format("{:.5f}", seconds / static_cast<double>(fits)),
                          published, fmt::format("{}", fits)});
  }
  return sheet;
}

}  // namespace mixseed::lab
