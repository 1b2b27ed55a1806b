#include "pass/part.h"

#include "pass/proximity.h"

namespace mixseed {

Part::Part(const Rows& rows, Pool& pool) : rows_(rows), pool_(pool) {}
Part::~Part() = default;

void Part::forget() {
  grouping = {};
  forget_distances();
}

void Part::forget_distances() {
  reach = {};
  proximity.reset();
}

}  // namespace mixseed
