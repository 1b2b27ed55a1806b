#include "lab/tables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <tuple>

#include "lab/format.h"

namespace mixseed::lab {
namespace {

using Condition = std::function<bool(const GeneratorOptions&)>;

struct ColumnSpec {
  std::string name;
  Condition wanted;
  bool has_initial = true;
};

struct TableSpec {
  int number;
  std::string title;
  Condition wanted;
  std::vector<ColumnSpec> columns;
};

bool is_noisy(const GeneratorOptions& g) { return g.noise > 0; }
bool has_equal_weights(const GeneratorOptions& g) { return g.weight_skew == 0; }
bool is_spherical(const GeneratorOptions& g) { return g.most_eccentricity == 1; }

std::vector<ColumnSpec> by_separation() {
  std::vector<ColumnSpec> columns;
  for (const double separation : {0.5, 1.0, 2.0}) {
    columns.push_back({formatted("separation={}", separation),
                       [separation](const GeneratorOptions& g) { return g.separation == separation; }});
  }
  return columns;
}

std::vector<ColumnSpec> by_weights_and_shape() {
  std::vector<ColumnSpec> columns;
  for (const bool equal : {true, false}) {
    const auto weights = [equal](const GeneratorOptions& g) { return has_equal_weights(g) == equal; };
    const std::string name = equal ? "equal weights" : "different weights";
    columns.push_back({name + " spherical", [=](const auto& g) { return weights(g) && is_spherical(g); }, false});
    columns.push_back({name + " elliptical", [=](const auto& g) { return weights(g) && !is_spherical(g); }, false});
    columns.push_back({name + " both", weights, false});
  }
  return columns;
}

// The paper's seven tables, for any number of rows.
std::vector<TableSpec> specs() {
  const auto ten = [](bool noisy) {
    return [=](const GeneratorOptions& g) { return g.dim == 10 && is_noisy(g) == noisy; };
  };
  const auto weighted = [&](bool noisy, bool equal) {
    return [=, base = ten(noisy)](const GeneratorOptions& g) { return base(g) && has_equal_weights(g) == equal; };
  };
  return {
      {1, "D = 10, different weights, without noise", weighted(false, false), by_separation()},
      {2, "D = 10, equal weights, without noise", weighted(false, true), by_separation()},
      {3, "D = 10, without noise, final only", ten(false), by_weights_and_shape()},
      {4, "D = 10, different weights, 10 % noise", weighted(true, false), by_separation()},
      {5, "D = 10, equal weights, 10 % noise", weighted(true, true), by_separation()},
      {6, "D = 10, 10 % noise, final only", ten(true), by_weights_and_shape()},
      {7,
       "D = 3",
       [](const GeneratorOptions& g) { return g.dim == 3; },
       {{"without noise", [](const GeneratorOptions& g) { return !is_noisy(g); }}, {"noisy", is_noisy}}},
  };
}

using Sets = std::vector<const DataSetResult*>;
using Methods = std::vector<std::size_t>;

RankMatrix ranks_by(const Sets& sets, const Methods& methods, double Outcome::*field) {
  RankMatrix ranks;
  for (const DataSetResult* set : sets) {
    std::vector<double> values;
    for (const std::size_t method : methods) values.push_back(set->entries[method].mean(field));
    ranks.push_back(ranks_of(values));
  }
  return ranks;
}

std::vector<double> column_of(const RankMatrix& ranks, std::size_t method) {
  std::vector<double> column;
  for (const auto& row : ranks) column.push_back(row[method]);
  return column;
}

std::set<std::size_t> best_two(const std::vector<double>& ranks) {
  std::vector<std::size_t> order(ranks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return ranks[i] < ranks[j]; });
  return {order[0], order[1]};
}

std::optional<Agreement> agreement_of(const std::vector<RankedMethod>& cells) {
  std::vector<double> ours, theirs;
  double difference = 0;
  for (const RankedMethod& cell : cells) {
    if (!cell.published) return std::nullopt;
    ours.push_back(cell.rank.mean);
    theirs.push_back(cell.published->mean);
    difference += std::abs(ours.back() - theirs.back());
  }
  return Agreement{spearman(ours, theirs), difference / static_cast<double>(cells.size()),
                   best_two(ours) == best_two(theirs)};
}

std::optional<double> mean_index(const Sets& sets, std::size_t method) {
  double sum = 0;
  for (const DataSetResult* set : sets) sum += set->entries[method].mean(&Outcome::rand_index);
  if (!std::isfinite(sum)) return std::nullopt;
  return sum / static_cast<double>(sets.size());
}

Column make_column(const Table& table, const ColumnSpec& spec, bool is_initial, const Sets& sets,
                   const Methods& methods) {
  Column column{.name = spec.name, .kind = is_initial ? "initial" : "final", .data_sets = sets.size()};
  const auto field = is_initial ? &Outcome::initial : &Outcome::final;
  const auto fresh = is_initial ? &Outcome::initial_fresh : &Outcome::final_fresh;
  const auto degenerate = is_initial ? &Outcome::initial_degenerate : &Outcome::final_degenerate;
  const RankMatrix ranks = ranks_by(sets, methods, field), fresh_ranks = ranks_by(sets, methods, fresh);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    RankedMethod cell{.rank = mean_and_deviation(column_of(ranks, m))};
    cell.fresh_rank = mean_and_deviation(column_of(fresh_ranks, m)).mean;
    for (const DataSetResult* set : sets) {
      const Entry& entry = set->entries[methods[m]];
      cell.degenerate += entry.mean(degenerate) / static_cast<double>(sets.size());
      cell.fresh_loss += (entry.mean(field) - entry.mean(fresh)) / static_cast<double>(sets.size());
    }
    if (!is_initial) cell.rand_index = mean_index(sets, methods[m]);
    // The paper's columns have 1000 rows.
    if (table.rows == 1000) cell.published = published(table.number, column.name, column.kind, table.methods[m]);
    column.cells.push_back(cell);
  }
  column.agreement = agreement_of(column.cells);
  column.friedman = friedman(ranks);
  column.critical_difference = critical_difference(methods.size(), sets.size());
  column.wins = win_rates(ranks);
  return column;
}

// The columns that have complete data sets.
void fill_columns(Table& table, const TableSpec& spec, const Results& results, const Methods& methods) {
  for (const std::size_t method : methods) table.methods.push_back(results.methods[method].label);
  const auto is_ours = [&](const DataSet& set) {
    return set.generated && set.generated->rows == table.rows && spec.wanted(*set.generated);
  };
  for (const DataSetResult& result : results.data_sets) {
    table.incomplete += is_ours(result.set) && !result.is_complete(methods);
  }
  for (const ColumnSpec& column : spec.columns) {
    Sets sets;
    for (const DataSetResult& result : results.data_sets) {
      if (is_ours(result.set) && column.wanted(*result.set.generated) && result.is_complete(methods)) {
        sets.push_back(&result);
      }
    }
    if (sets.empty()) continue;
    if (column.has_initial) table.columns.push_back(make_column(table, column, true, sets, methods));
    table.columns.push_back(make_column(table, column, false, sets, methods));
  }
}

}  // namespace

std::vector<Table> make_tables(const Results& results, RuleSet rules) {
  std::set<std::size_t> row_counts;
  std::set<std::pair<std::size_t, std::size_t>> sizes;
  for (const DataSetResult& result : results.data_sets) {
    if (!result.set.generated) continue;
    row_counts.insert(result.set.generated->rows);
    sizes.insert({result.set.generated->rows, result.set.generated->dim});
  }
  std::vector<Table> tables;
  const auto add = [&](const TableSpec& spec, std::size_t rows, const Methods& methods) {
    Table table{.number = spec.number, .title = spec.title, .rows = rows, .rules = rules};
    fill_columns(table, spec, results, methods);
    if (!table.columns.empty()) tables.push_back(std::move(table));
  };
  const Methods ten = results.table_methods(), all = results.all_methods();
  for (const std::size_t rows : row_counts) {
    for (const TableSpec& spec : specs()) add(spec, rows, ten);
  }
  for (const auto& [rows, dim] : sizes) {
    const auto same_dim = [wanted = dim](const GeneratorOptions& g) { return g.dim == wanted; };
    const std::vector<ColumnSpec> columns{{"all", [](const GeneratorOptions&) { return true; }}};
    add({0, formatted("D = {}, all data sets", dim), same_dim, columns}, rows, ten);
    if (all.size() > ten.size()) add({0, formatted("D = {}, extended ranking", dim), same_dim, columns}, rows, all);
  }
  return tables;
}

std::optional<double> median_spearman(const std::vector<Table>& tables, RuleSet rules, const std::string& kind) {
  std::vector<double> values;
  for (const Table& table : tables) {
    for (const Column& column : table.columns) {
      if (table.rules == rules && column.kind == kind && column.agreement) values.push_back(column.agreement->spearman);
    }
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace mixseed::lab
