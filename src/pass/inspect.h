// The first questions about any rows: whether they are usable, the number of observations, and the ranges of columns.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "model/moments.h"
#include "model/state_bytes.h"

namespace mixseed {

class Part;

struct Inspection {
  std::uint64_t rows = 0;
  double observations = 0;  // the sum of the weights
  bool weighted = false;
  std::vector<double> low, high;    // of every column
  std::vector<double> first;        // the first row with weight; empty if there is none
  std::uint64_t first_number = 0;   // ... and its number
  std::uint64_t counting = 0;       // number of rows with a weight above 0
  std::string complaint;            // what is wrong with the first unusable row; empty if all are usable
  std::uint64_t complaint_row = 0;  // ... and its number

  void merge(Inspection&& right);
  // Throws Error(input) unless all rows are usable and at least one has weight.
  void check() const;
};

struct Inspect {
  using Answer = Inspection;
};

// Moments of all rows about a pivot, as those of one component.
struct Total {
  using Answer = Moments;
  std::vector<double> pivot;
  Moments::Second second = Moments::Second::full;
};

Inspection answer(const Inspect& question, Part& part);
Moments answer(const Total& question, Part& part);

}  // namespace mixseed
