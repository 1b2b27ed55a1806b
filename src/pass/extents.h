// The question for the extents of the rows in given directions.
#pragma once

#include <vector>

#include "model/state_bytes.h"

namespace mixseed {

class Part;

struct Extents {
  std::vector<double> low, high;  // of every direction

  void merge(Extents&& right);
};

// Of direction' (x - center), over the rows that have weight.
struct MeasureExtents {
  using Answer = Extents;
  std::vector<double> center;
  std::vector<double> directions;  // one after the other
};

Extents answer(const MeasureExtents& question, Part& part);

}  // namespace mixseed
