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

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.log_densities, self.responsibilities, self.noise);
  }
};

struct ComputePosteriors {
  using Answer = Posteriors;
  Model model;  // a Mixture

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.model);
  }
};

Posteriors answer(const ComputePosteriors& question, Part& part);
// The same with the density already computed.
Posteriors posteriors_under(const Density& density, Part& part);

}  // namespace mixseed
