// The question for the responsibilities of every row, for few rows: the answer has K numbers for each.
#pragma once

#include <vector>

#include "model/state_bytes.h"
#include "pass/grouping.h"

namespace mixseed {

class Density;
class Part;

struct Posteriors {
  std::vector<double> log_densities;     // [rows]
  std::vector<double> responsibilities;  // [rows][K]
  std::vector<double> noise;             // [rows], its responsibility; empty without noise

  void merge(Posteriors&& right);
};

struct ComputePosteriors {
  using Answer = Posteriors;
  ModelPtr model;  // a Mixture
};

Posteriors answer(const ComputePosteriors& question, Part& part);
// The same with the density already computed.
Posteriors posteriors_under(const Density& density, Part& part);

}  // namespace mixseed
