#include "report/rows.h"

#include <algorithm>
#include <filesystem>

#include "mixseed/precision.h"
#include "report/encode.h"

namespace mixseed::report {
namespace {

constexpr std::size_t kMostShownNumbers = 2'500'000;

}  // namespace

RowSample row_sample(const DataView& data, std::size_t most) {
  RowSample rows{data.rows(), data.columns(), std::vector<double>(data.columns(), 0.0), {}};
  const std::size_t width = std::max<std::size_t>(1, data.columns());
  const std::size_t shown = std::min({data.rows(), most, std::max<std::size_t>(1, kMostShownNumbers / width)});
  rows.values.reserve(shown * width);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto row = static_cast<std::size_t>((static_cast<double>(i) + 0.5) * static_cast<double>(data.rows()) /
                                              static_cast<double>(shown));
    for (std::size_t j = 0; j < data.columns(); ++j) {
      rows.values.push_back(data.at(row, j));
      rows.offsets[j] += data.at(row, j) / static_cast<double>(shown);
    }
  }
  return rows;
}

Section rows_section(const RowSample& rows) {
  std::vector<float> numbers(rows.values.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(rows.values[i] - rows.offsets[i % rows.columns]);
  }
  Section section{.key = "points"};
  section.add(Fact{"all", "", rows.all});
  section.add(Fact{"shown", "", rows.size()});
  section.add(Fact{"offsets", "", encoded(rows.offsets)});
  section.add(Fact{"values", "", encoded(numbers)});
  return section;
}

std::string column_name(const std::vector<std::string>& names, std::size_t column) {
  const bool named = column < names.size() && !names[column].empty();
  return named ? names[column] : "column " + std::to_string(column + 1);
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

Cell column_names(const std::vector<std::string>& names, std::size_t columns) {
  Cell::List cells;
  for (std::size_t j = 0; j < columns; ++j) cells.emplace_back(column_name(names, j));
  return cells;
}

Cell effective_rows(const Mixture& model, double observations) {
  if (!(observations > 0)) return Missing();
  Cell::List cells;
  for (const double weight : model.weights) cells.emplace_back(weight * observations);
  return cells;
}

Section model_section(std::string key, const Mixture& stored) {
  const Mixture model = with_plain_covariances(stored);
  Section section{.key = std::move(key)};
  section.add(Fact{"covariance", "", name_of(model.covariance)});
  section.add(Fact{"weights", "", encoded(model.weights)});
  section.add(Fact{"means", "", encoded(model.means)});
  section.add(Fact{"covariances", "", encoded(model.covariances)});
  return section;
}

}  // namespace mixseed::report
