#include "report/report.h"

#include <algorithm>

#include "mixseed/error.h"

namespace mixseed::report {

void Sheet::add_column(Column column, std::vector<Cell> cells) {
  columns.push_back(std::move(column));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(std::move(cells[i]));
}

std::size_t Sheet::index_of(std::string_view wanted) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& one) { return one.key == wanted; });
  if (found == columns.end()) throw Error(ErrorCode::failed, "no column " + std::string(wanted) + " in sheet " + key);
  return static_cast<std::size_t>(found - columns.begin());
}

void Sheet::drop(std::string_view wanted) {
  const auto index = static_cast<std::ptrdiff_t>(index_of(wanted));
  columns.erase(columns.begin() + index);
  for (Row& row : rows) row.erase(row.begin() + index);
}

void Sheet::show(std::string_view wanted, std::string title_for_people, int places) {
  const std::size_t index = index_of(wanted);
  columns[index].title = std::move(title_for_people);
  columns[index].audience = Audience::all;
  for (Row& row : rows) {
    if (const double* number = std::get_if<double>(&row[index].value)) row[index].shown = fixed_text(*number, places);
  }
}

}  // namespace mixseed::report
