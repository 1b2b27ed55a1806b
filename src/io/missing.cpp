#include "io/missing.h"

#include <cmath>
#include <utility>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

template <typename Number>
Data copy_rows(const Number* numbers, const Data& data, const std::vector<std::size_t>& dropped) {
  const DataView& view = data.view;
  std::vector<Number> kept;
  kept.reserve((view.rows() - dropped.size()) * view.columns());
  auto next = dropped.begin();
  for (std::size_t row = 0; row < view.rows(); ++row) {
    if (next != dropped.end() && *next == row) {
      ++next;
      continue;
    }
    for (std::size_t column = 0; column < view.columns(); ++column) {
      kept.push_back(numbers[row * view.row_stride() + column * view.column_stride()]);
    }
  }
  Data result = Data::from(std::move(kept), view.rows() - dropped.size(), view.columns());
  result.names = data.names;
  result.notes = data.notes;
  return result;
}

}  // namespace

std::vector<std::size_t> rows_with_nan(const DataView& view, const std::vector<double>& weights) {
  std::vector<std::size_t> found;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    bool missing = !weights.empty() && std::isnan(weights[row]);
    for (std::size_t column = 0; column < view.columns(); ++column) missing |= std::isnan(view.at(row, column));
    if (missing) found.push_back(row);
  }
  return found;
}

std::vector<double> drop_rows(const std::vector<double>& values, const std::vector<std::size_t>& dropped) {
  std::vector<double> kept;
  auto next = dropped.begin();
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (next != dropped.end() && *next == row)
      ++next;
    else
      kept.push_back(values[row]);
  }
  return kept;
}

Data drop_rows(Data data, const std::vector<std::size_t>& dropped) {
  if (dropped.empty()) return data;
  return data.view.floats() != nullptr ? copy_rows(data.view.floats(), data, dropped)
                                       : copy_rows(data.view.doubles(), data, dropped);
}

std::string dropped_note(std::size_t dropped, std::size_t kept, const std::string& place, const std::string& where) {
  return filled("{}: {} of {} rows left out for missing values, the first in {}", where, dropped, kept + dropped,
                place);
}

void note_dropped(Data& data, std::size_t dropped, const std::string& place, const std::string& where) {
  if (dropped == 0) return;
  data.dropped = dropped;
  data.notes.push_back(dropped_note(dropped, data.view.rows(), place, where));
}

}  // namespace mixseed::io
