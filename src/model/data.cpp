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

}  // namespace

Data Data::from(std::vector<double> values, std::size_t rows, std::size_t columns) {
  return own(std::move(values), rows, columns);
}

Data Data::from(std::vector<float> values, std::size_t rows, std::size_t columns) {
  return own(std::move(values), rows, columns);
}

Data Data::weighted(std::vector<double> weights) const {
  if (weights.size() != view.rows()) {
    throw Error(ErrorCode::usage, "weights: expected one per row (" + std::to_string(view.rows()) + "), got " +
                                      std::to_string(weights.size()));
  }
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
