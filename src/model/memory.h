// What passes over the same rows, for as many components, hand on to each other so that the next one is faster.
#pragma once

#include "base/spare.h"
#include "model/grouping.h"
#include "model/shares.h"
#include "model/terms.h"

namespace mixseed {

// The room that the tiles of a block work in.
struct Room {
  Room(std::size_t components, std::size_t dim) : terms(components, dim), shares(components, dim) {}
  Terms terms;
  Shares shares;
};

struct Memory {
  // Whether the last pass gave every row to the component that the one before had given it to.
  bool settled() const { return grouping.settled(); }

  Grouping grouping;
  Spare<Room> rooms;
};

}  // namespace mixseed
