// Tables of mean ranks: the paper's seven, the same for other numbers of rows, and rankings over all data sets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/published.h"
#include "lab/ranks.h"
#include "lab/results.h"

namespace mixseed::lab {

// One method in one column.
struct RankedMethod {
  MeanAndDeviation rank;
  std::optional<Published> published;
  double degenerate = 0;             // components of a model, on average
  std::optional<double> fresh_rank;  // mean rank by the likelihood of fresh rows
  std::optional<double> rand_index;  // mean, with the truth; empty if a data set has none
  double fresh_loss = 0;             // mean log-likelihood per fitted row minus that per fresh row
};

// Agreement of a column with the published one.
struct Agreement {
  double spearman = 0, mean_abs_diff = 0;
  bool best_two_agree = false;
};

struct Column {
  std::string name;
  std::string kind;  // "initial" or "final"
  std::size_t data_sets = 0;
  std::vector<RankedMethod> cells;  // by method of the table
  std::optional<Agreement> agreement;
  Friedman friedman;
  double critical_difference = 0;
  std::vector<std::vector<double>> wins;
};

struct Table {
  int number = 0;  // of the paper; 0 for a ranking over all data sets
  std::string title;
  std::size_t rows = 0;  // of the data sets
  RuleSet rules = RuleSet::paper;
  std::vector<std::string> methods;
  std::vector<Column> columns;
  std::size_t incomplete = 0;  // data sets left out because runs are missing
};

// Tables and columns without data sets are left out.
std::vector<Table> make_tables(const Results& results, RuleSet rules);

// Median of the Spearman correlations of the columns of one kind; empty without published columns.
std::optional<double> median_spearman(const std::vector<Table>& tables, RuleSet rules, const std::string& kind);

}  // namespace mixseed::lab
