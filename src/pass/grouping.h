// An order that puts rows with the same best component under some model next to each other, so that bounds rule out
// components for whole tiles. It depends only on that model and the rows: a counting sort within every window.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "rows/rows.h"

namespace mixseed {

class Part;

// Questions share their models.
using ModelPtr = std::shared_ptr<const State>;
// Whether both are equal models, or both null.
bool are_equal(const ModelPtr& a, const ModelPtr& b);

// An order is replaced once the best component of more than one row in kPatience differs from it.
inline constexpr std::size_t kPatience = 128;

// A stable counting sort of the rows of a window by label: the place that every row of the result comes from.
std::vector<std::uint32_t> places_by_label(std::span<const std::uint32_t> labels, std::size_t components);

// The best component of every row of the part, by one pass.
std::vector<std::uint32_t> best_components(Part& part, const State& model);

class Grouping {
 public:
  // The state that the next pass needs, in four bytes per row.
  struct Essence {
    ModelPtr order_model, label_model;
    std::vector<std::uint16_t> groups, labels;  // by row: under these models; empty when there is none
  };
  // Empty if there are too many components for two bytes.
  Essence essence() const;
  void restore(Part& part, const Essence& essence);

  // Puts the rows of the part in the order of a model, or in their own order when it is null. Cheap if the last pass
  // was for that model or in that order.
  void arrange(Part& part, const ModelPtr& model);

  const Order& order() const { return order_; }
  // The rows of a block in this order, or null if they are not copied.
  const double* rows(std::size_t block) const {
    return copied_ ? rows_.get() + block * kernel::kBlock * dim_ : nullptr;
  }
  // Guesses at the best components, by place: the labels of the last pass or of the order. Null if there are none, or
  // if they are of a model with more components.
  const std::uint32_t* guesses(std::size_t components) const;

  // During a pass: sets the labels of up to a tile, and returns how many of them differ from the order.
  std::size_t set(std::size_t place, std::size_t count, const std::uint32_t* labels) {
    std::size_t moved = order_model_ ? 0 : count;
    for (std::size_t i = 0; i < count; ++i) {
      labels_[place + i] = labels[i];
      if (order_model_) moved += groups_[place + i] != labels[i];
    }
    moved_[place / kernel::kBlock] += static_cast<std::uint32_t>(moved);
    return moved;
  }
  void begin(Part& part);
  // Ends a pass: the labels are now those of this model.
  void finish(Part& part, const ModelPtr& model);

 private:
  void sort(Part& part);

  ModelPtr order_model_;
  ModelPtr label_model_;
  Order order_;                        // empty: the rows' own order
  std::vector<std::uint32_t> labels_;  // by place
  std::vector<std::uint32_t> groups_;  // by place: under order_model_
  std::vector<std::uint32_t> moved_;   // of every block, in the last pass
  std::size_t dim_ = 0;
  std::unique_ptr<double[]> rows_;  // not initialised: all are written at once
  std::size_t walks_ = 0;           // in this order
  bool copied_ = false;             // whether rows_ has the rows in this order
};

}  // namespace mixseed
