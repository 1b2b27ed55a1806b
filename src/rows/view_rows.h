// Rows that somebody holds in memory (a mapped file is memory, too), as they are or in other units.
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
  // The same rows lie elsewhere now.
  void move_to(const DataView& view) { view_ = view; }

  // Whether a pass finds them as it wants them: doubles in these units, one row right after the other.
  bool lie_side_by_side() const { return lies_ready() && view_.row_stride() == dim(); }

  Block load(std::size_t block, const Order& order, Landing& landing, bool values = true) const override;
  void copy_row(std::size_t i, double* out) const override;
  double weight(std::size_t i) const override { return view_.weight(i); }

 private:
  bool lies_ready() const { return view_.doubles() && view_.column_stride() == 1 && units_.empty(); }

  DataView view_;
  AffineMap units_;
};

}  // namespace mixseed
