// The column choice "a,b,3-5" and the choice of weights.
#include "io/columns.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string_view>

#include "io/message.h"

namespace mixseed::io {
namespace {

struct Range {
  std::size_t first, last;  // from 1
};

[[noreturn]] void refuse(const std::string& where, const ColumnSet& columns, const std::string& what) {
  fail(ErrorCode::usage, where, what + "; the columns are " + column_list(columns.count, columns.names));
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> as_number(std::string_view text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (stop != end || error != std::errc()) return std::nullopt;
  return number;
}

std::optional<Range> as_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = as_number(trim(text.substr(0, dash)));
  const auto last = dash == std::string_view::npos ? first : as_number(trim(text.substr(dash + 1)));
  if (!first || !last) return std::nullopt;
  return Range{*first, *last};
}

// The column of that name, if there is one.
std::optional<std::size_t> find_name(std::string_view name, const ColumnSet& columns, const std::string& where) {
  const auto begin = columns.names.begin(), end = columns.names.end();
  const auto found = std::find(begin, end, name);
  if (found == end) return std::nullopt;
  const auto again = std::find(found + 1, end, name);
  if (again != end) {
    refuse(where, columns,
           fmt::format("{} is the name of columns {} and {}; choose by number", shown(name), found - begin + 1,
                       again - begin + 1));
  }
  return static_cast<std::size_t>(found - begin);
}

Range find_item(std::string_view item, const ColumnSet& columns, const std::string& where) {
  if (item.empty()) refuse(where, columns, "the column choice has an empty entry");
  if (const auto named = find_name(item, columns, where)) return {*named + 1, *named + 1};
  const auto range = as_range(item);
  if (!range) refuse(where, columns, "there is no column " + shown(item));
  if (range->first > range->last) refuse(where, columns, "the column range " + shown(item) + " runs backwards");
  if (range->first < 1 || range->last > columns.count) {
    refuse(where, columns, fmt::format("there is no column {}", range->first < 1 ? 0 : range->last));
  }
  return *range;
}

std::vector<std::size_t> find_features(const std::string& text, const ColumnSet& columns, const std::string& where) {
  std::vector<std::size_t> features;
  std::vector<bool> taken(columns.count, false);
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const Range range = find_item(trim(rest.substr(0, comma)), columns, where);
    for (std::size_t number = range.first; number <= range.last; ++number) {
      if (taken[number - 1]) refuse(where, columns, column_place(number - 1, columns.names) + " is chosen twice");
      taken[number - 1] = true;
      features.push_back(number - 1);
    }
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return features;
}

bool file_exists(const std::string& path) {
  struct stat status {};
  return path == "-" || stat(path.c_str(), &status) == 0;
}

void choose_weights(const std::string& text, const ColumnSet& columns, const std::string& where, Choice& choice) {
  if (text.empty()) return;
  const auto named = find_name(text, columns, where);
  const auto number = as_number(text);
  if (named) {
    choice.weights = named;
  } else if (number && *number >= 1 && *number <= columns.count) {
    choice.weights = *number - 1;
  } else if (file_exists(text)) {
    choice.weights_file = text;
  } else {
    refuse(where, columns, "the weights '" + text + "' are neither a column of it nor a file that exists");
  }
}

}  // namespace

Choice choose_columns(const ReadOptions& options, const ColumnSet& columns, const std::string& where) {
  Choice choice;
  choose_weights(options.weights, columns, where, choice);
  const bool all = options.columns.empty();
  if (all) {
    choice.features.resize(columns.count);
    std::iota(choice.features.begin(), choice.features.end(), std::size_t{0});
  } else {
    choice.features = find_features(options.columns, columns, where);
  }
  if (!choice.weights) return choice;
  const auto found = std::find(choice.features.begin(), choice.features.end(), *choice.weights);
  if (!all && found != choice.features.end()) {
    refuse(where, columns, column_place(*choice.weights, columns.names) + " cannot be both a feature and the weights");
  }
  if (all) choice.features.erase(found);
  if (choice.features.empty()) {
    refuse(where, columns, "no column is left beside the weights");
  }
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
    const std::string place = lines.empty() ? fmt::format("row {}", row + 1) : fmt::format("line {}", lines[row]);
    fail(ErrorCode::input, where,
         fmt::format("{}: got the weight {}, expected a finite number that is not negative", place, weights[row]));
  }
  if (!positive) fail(ErrorCode::input, where, "all weights are zero, expected at least one that is positive");
}

}  // namespace mixseed::io
