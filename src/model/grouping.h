// Which component mattered most to every row in the last pass, and an order in which such rows lie together: what rules
// a component out for one of them then rules it out for its neighbours.
#pragma once

#include <cstdint>
#include <vector>

#include "model/points.h"

namespace mixseed {

class Grouping {
 public:
  // Whether a pass has been made.
  bool known() const { return !order_.empty(); }
  const Order& order() const { return order_; }
  std::uint32_t label(std::size_t row) const { return labels_[row]; }

  // For the pass: room for the labels of n rows, which it sets row by row; then the new order.
  void begin(std::size_t n) { next_.resize(n); }
  void set(std::size_t row, std::uint32_t label) { next_[row] = label; }
  void finish(std::size_t components, Pool& pool);

 private:
  std::vector<std::uint32_t> labels_, next_;
  Order order_;
};

}  // namespace mixseed
