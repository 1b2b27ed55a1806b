#include "pass/part.h"

#include "pass/nearest_mean_bounds.h"

namespace mixseed {

Part::Part(const Rows& rows, Pool& pool, std::size_t most_copied)
    : rows_(rows), pool_(pool), most_copied_(most_copied) {}
Part::~Part() = default;

void Part::forget_bounds() { nearest_mean_bounds.reset(); }

void Part::forget_distances() {
  min_distances = {};
  nearest_mean_bounds.reset();
}

}  // namespace mixseed
