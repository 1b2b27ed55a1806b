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
  // Whether no label changed in the last pass.
  bool settled() const { return settled_; }
  // The rows of a block in this order, or null when they are not kept a second time.
  const double* rows(std::size_t block) const {
    return copied_[block] ? rows_.data() + block * kernel::kBlock * dim_ : nullptr;
  }
  // By place in the order.
  const std::uint32_t* labels() const { return labels_.data(); }

  // For the pass: room for the labels of n rows, which it sets, up to a tile at a time; then the new order.
  void begin(std::size_t n);
  void set(std::size_t place, std::size_t count, const std::uint32_t* labels) {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      changes += labels_[place + i] != labels[i];
      labels_[place + i] = labels[i];
    }
    changes_[place / kernel::kBlock] += changes;
  }
  void finish(const Points& X, std::size_t components);

 private:
  std::size_t changes_in(std::size_t window) const;
  void sort(std::size_t window, std::size_t components);
  void copy(const Points& X, std::size_t window);

  Order order_;
  std::vector<std::uint32_t> labels_;  // by place
  std::vector<std::size_t> changes_;   // of labels in every block, since it was sorted
  std::size_t changes_before_ = 0;     // in all, when the pass began
  bool settled_ = false;
  std::size_t dim_ = 0;
  std::vector<double> rows_;
  std::vector<std::uint8_t> copied_;  // whether rows_ has the rows of a block
};

}  // namespace mixseed
