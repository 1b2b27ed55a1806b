// Chooses the columns of features and the source of the weights.
#include "io/columns.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "io/choice_text.h"
#include "io/match.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

bool file_exists(const std::string& path) {
  struct stat status {};
  return path == "-" || stat(path.c_str(), &status) == 0;
}

void choose_weights(const std::string& text, const ColumnSet& columns, const std::string& where, ColumnChoice& choice) {
  if (text.empty()) return;
  const auto named = find_name(text, columns, where);
  const auto number = parse_count(text);
  if (named) {
    choice.weights = named;
  } else if (number && *number >= 1 && *number <= columns.count) {
    choice.weights = *number - 1;
  } else if (file_exists(text)) {
    choice.weights_file = text;
  } else {
    refuse_columns(where, columns, "the weights '" + text + "' are neither a column of it nor a file that exists");
  }
}

bool is_in(std::size_t column, const std::vector<std::size_t>& list) {
  return std::find(list.begin(), list.end(), column) != list.end();
}

// Leaves out an index, with a note. A model's expected columns leave it out anyway.
bool leaves_out_index(const ReadOptions& options, const ColumnSet& columns, ColumnChoice& choice) {
  if (!columns.has_index || choice.weights == std::size_t{0} || is_in(0, choice.excluded)) return false;
  if (options.expected && !options.expected->names.empty()) {
    const std::vector<std::string>& names = options.expected->names;
    return std::find(names.begin(), names.end(), "") == names.end();
  }
  if (choice.features.size() == 1) return false;
  choice.notes.push_back(
      filled("column 1 has no name and only counts the rows: left out (--columns 1-{} keeps it)", columns.count));
  return true;
}

void choose_features(const ReadOptions& options, const ColumnSet& columns, const std::string& where,
                     ColumnChoice& choice) {
  const bool chosen = !options.columns.empty();
  if (!options.exclude.empty()) choice.excluded = find_columns(options.exclude, columns, where);
  std::vector<std::size_t>& features = choice.features;
  if (chosen) {
    features = find_columns(options.columns, columns, where);
  } else {
    features.resize(columns.count);
    std::iota(features.begin(), features.end(), std::size_t{0});
    if (choice.weights) features.erase(features.begin() + static_cast<std::ptrdiff_t>(*choice.weights));
  }
  std::erase_if(features, [&](std::size_t column) { return is_in(column, choice.excluded); });
  if (!chosen && leaves_out_index(options, columns, choice)) features.erase(features.begin());
}

}  // namespace

ColumnChoice choose_columns(const ReadOptions& options, const ColumnSet& columns, const std::string& where) {
  ColumnChoice choice;
  choose_weights(options.weights, columns, where, choice);
  choose_features(options, columns, where, choice);
  if (choice.features.empty()) {
    refuse_columns(where, columns,
                   choice.excluded.empty() ? "no column is left besides the weights" : "no column is left");
  }
  if (choice.weights && is_in(*choice.weights, choice.features)) {
    refuse_columns(where, columns,
                   column_place(*choice.weights, columns.names) + " cannot be both a feature and the weights");
  }
  if (options.expected) match_columns(*options.expected, !options.columns.empty(), columns, where, choice);
  return choice;
}

std::vector<std::string> names_of(const std::vector<std::size_t>& features, const ColumnSet& columns) {
  std::vector<std::string> names;
  if (columns.names.empty()) return names;
  for (const std::size_t feature : features) names.push_back(columns.names[feature]);
  return names;
}

void check_weights(std::span<const double> weights, std::span<const std::size_t> lines, const std::string& where) {
  bool positive = false;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    positive = positive || weights[row] > 0;
    if (std::isfinite(weights[row]) && weights[row] >= 0) continue;
    const std::string place = lines.empty() ? filled("row {}", row + 1) : filled("line {}", lines[row]);
    fail(ErrorCode::input, where,
         filled("{}: got the weight {}, expected a finite number that is not negative", place, weights[row]));
  }
  if (!positive) fail(ErrorCode::input, where, "all weights are zero, expected at least one that is positive");
}

}  // namespace mixseed::io
