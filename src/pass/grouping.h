// An order in which rows with the same best component under some model lie together: what rules a component out for one
// of them then rules it out for its neighbours. The order follows from that model and the rows alone: within every
// window a counting sort of the rows as they come.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mixseed/mixture.h"
#include "rows/rows.h"

namespace mixseed {

class Part;

// Models that questions share.
using Model = std::shared_ptr<const State>;
// Whether both are the same model, or none.
bool same(const Model& a, const Model& b);

// An order is given up once more than one row in so many has another best component than it says.
inline constexpr std::size_t kPatience = 128;

// Where the rows of a window have to come from so that those with the same label lie together, equal ones as before: a
// counting sort.
std::vector<std::uint32_t> places_by_label(std::span<const std::uint32_t> labels, std::size_t components);

// The best component of every row of the part: one look at all of them.
std::vector<std::uint32_t> best_components(Part& part, const State& model);

class Grouping {
 public:
  // All that the next walk needs, in four bytes a row.
  struct Essence {
    Model by, last;
    std::vector<std::uint16_t> groups, labels;  // by row: under `by` and under `last`; empty when there is none
  };
  // Nothing when components are too many for that.
  Essence essence() const;
  void restore(Part& part, const Essence& essence);

  // Puts the rows of the part in the order of `by`, or as they come when it is null. Cheap when the last walk was for
  // that model, or in that order.
  void arrange(Part& part, const Model& by);

  const Order& order() const { return order_; }
  // The rows of a block in this order, or null when they are not kept a second time.
  const double* rows(std::size_t block) const {
    return copied_ ? rows_.get() + block * kernel::kBlock * dim_ : nullptr;
  }
  // Guesses by place for a mixture of that many components: the labels of the last walk, or those that the order was
  // made from. Null when there are none.
  const std::uint32_t* guesses(std::size_t components) const;

  // For the walk: sets up to a tile of labels, and returns how many of them are not those that the order was made from.
  std::size_t set(std::size_t place, std::size_t count, const std::uint32_t* labels) {
    std::size_t moved = by_ ? 0 : count;
    for (std::size_t i = 0; i < count; ++i) {
      labels_[place + i] = labels[i];
      if (by_) moved += groups_[place + i] != labels[i];
    }
    moved_[place / kernel::kBlock] += static_cast<std::uint32_t>(moved);
    return moved;
  }
  void begin(Part& part);
  // The labels are those of this model now.
  void finish(Part& part, const Model& model);

 private:
  void sort(Part& part);

  Model by_;                           // of the order
  Model last_;                         // of the labels
  Order order_;                        // empty: as they come
  std::vector<std::uint32_t> labels_;  // by place
  std::vector<std::uint32_t> groups_;  // by place: under by_
  std::vector<std::uint32_t> moved_;   // of every block, in the last walk
  std::size_t dim_ = 0;
  std::unique_ptr<double[]> rows_;  // all are written at once: nothing has to be there before
  std::size_t walks_ = 0;           // in this order
  bool copied_ = false;             // whether rows_ has the rows in this order
};

}  // namespace mixseed
