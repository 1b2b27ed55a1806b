#include "mixseed/data.h"

#include <utility>

#include "mixseed/error.h"

namespace mixseed {
namespace {

template <typename Number>
Data own(std::vector<Number> values, std::size_t rows, std::size_t columns) {
  if (values.size() != rows * columns) {
    throw Error(ErrorCode::usage, "data: expected " + std::to_string(rows) + " x " + std::to_string(columns) +
                                      " numbers, got " + std::to_string(values.size()));
  }
  auto memory = std::make_shared<const std::vector<Number>>(std::move(values));
  return {DataView(memory->data(), rows, columns), {}, memory};
}

std::size_t whole_rows(std::size_t numbers, std::size_t columns) {
  if (columns > 0 && numbers % columns == 0) return numbers / columns;
  throw Error(ErrorCode::usage, "data: expected whole rows of " + std::to_string(columns) + " numbers, got " +
                                    std::to_string(numbers) + " numbers");
}

void check_weights(std::size_t weights, std::size_t rows) {
  if (weights == rows) return;
  throw Error(ErrorCode::usage,
              "weights: expected one per row (" + std::to_string(rows) + "), got " + std::to_string(weights));
}

}  // namespace

DataView::DataView(std::span<const double> values, std::size_t columns)
    : DataView(values.data(), whole_rows(values.size(), columns), columns) {}

DataView::DataView(std::span<const float> values, std::size_t columns)
    : DataView(values.data(), whole_rows(values.size(), columns), columns) {}

DataView DataView::with_weights(std::span<const double> weights) const {
  check_weights(weights.size(), rows_);
  return with_weights(weights.data());
}

Data Data::from(const std::vector<std::vector<double>>& rows) {
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  std::vector<double> values;
  for (const std::vector<double>& row : rows) {
    if (row.size() != columns) {
      throw Error(ErrorCode::usage, "data: row " + std::to_string(&row - rows.data()) + ": expected " +
                                        std::to_string(columns) + " numbers like row 0, got " +
                                        std::to_string(row.size()));
    }
    values.insert(values.end(), row.begin(), row.end());
  }
  return from(std::move(values), rows.size(), columns);
}

Data Data::from(std::vector<double> values, std::size_t rows, std::size_t columns) {
  return own(std::move(values), rows, columns);
}

Data Data::from(std::vector<float> values, std::size_t rows, std::size_t columns) {
  return own(std::move(values), rows, columns);
}

Data Data::weighted(std::vector<double> weights) const {
  check_weights(weights.size(), view.rows());
  struct Both {
    std::shared_ptr<const void> values;
    std::vector<double> weights;
  };
  auto both = std::make_shared<const Both>(Both{memory, std::move(weights)});
  Data result = *this;
  result.view = view.with_weights(both->weights.data());
  result.memory = std::move(both);
  return result;
}

}  // namespace mixseed
