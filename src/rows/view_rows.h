// Rows in memory, a mapped file included, as they are or under an affine map.
#pragma once

#include "base/affine_map.h"
#include "mixseed/data.h"
#include "rows/rows.h"

namespace mixseed {

class ViewRows : public Rows {
 public:
  // The view's memory must outlive this object. `offset`: see Rows.
  explicit ViewRows(const DataView& view, AffineMap units = {}, std::size_t offset = 0)
      : Rows(view.rows(), view.columns(), view.weights() != nullptr, offset), view_(view), units_(std::move(units)) {}

  const DataView& view() const { return view_; }
  // The same rows at another address.
  void move_to(const DataView& view) { view_ = view; }

  // Whether a pass can use the rows without a copy: doubles in these units, one row directly after the other.
  bool lie_side_by_side() const { return lies_ready() && view_.row_stride() == dim(); }

  Block load(std::size_t block, const Order& order, BlockBuffer& buffer, bool values = true) const override;
  void copy_row(std::size_t i, double* out) const override;
  double weight(std::size_t i) const override { return view_.weight(i); }

 private:
  bool lies_ready() const { return view_.doubles() && view_.column_stride() == 1 && units_.empty(); }

  DataView view_;
  AffineMap units_;
};

}  // namespace mixseed
