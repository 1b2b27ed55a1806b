#include "rows/view_rows.h"

#include <algorithm>

namespace mixseed {
namespace {

template <typename Number>
void copy_rows(const Number* values, const DataView& view, const AffineMap& units, const Block& block, double* to) {
  const std::size_t down = view.row_stride(), right = view.column_stride(), columns = view.columns();
  std::vector<double> row(columns);
  for (std::size_t i = 0; i < block.rows; ++i, to += columns) {
    const Number* from = values + block.number(i) * down;
    for (std::size_t j = 0; j < columns; ++j) row[j] = static_cast<double>(from[j * right]);
    units.apply(row.data(), columns, to);
  }
}

}  // namespace

Block ViewRows::load(std::size_t number, const Order& order, BlockBuffer& buffer, bool values) const {
  const std::size_t first = number * kernel::kBlock, rows = std::min(kernel::kBlock, size() - first);
  Block block{first, order.empty() ? nullptr : order.data(), rows, {}, nullptr};
  if (values && lies_ready()) {
    const std::size_t stride = view_.row_stride();
    block.row = order.empty() ? kernel::Rows{view_.doubles() + first * stride, stride, nullptr, rows}
                              : kernel::Rows{view_.doubles(), stride, order.data() + first, rows};
  } else if (values) {
    buffer.rows.resize(kernel::kBlock * dim());
    view_.doubles() ? copy_rows(view_.doubles(), view_, units_, block, buffer.rows.data())
                    : copy_rows(view_.floats(), view_, units_, block, buffer.rows.data());
    block.row = {buffer.rows.data(), dim(), nullptr, rows};
  }
  if (!view_.weights()) return block;
  if (order.empty()) {
    block.weights = view_.weights() + first;
  } else {
    buffer.weights.resize(kernel::kBlock);
    for (std::size_t i = 0; i < rows; ++i) buffer.weights[i] = view_.weights()[block.number(i)];
    block.weights = buffer.weights.data();
  }
  return block;
}

void ViewRows::copy_row(std::size_t i, double* out) const {
  if (lies_ready()) {
    std::copy_n(view_.doubles() + i * view_.row_stride(), dim(), out);
    return;
  }
  std::vector<double> row(dim());
  for (std::size_t j = 0; j < dim(); ++j) row[j] = view_.at(i, j);
  units_.apply(row.data(), dim(), out);
}

}  // namespace mixseed
