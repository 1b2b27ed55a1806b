// The question of whom every row belongs to, for rows so few that the asker can hold an answer for each.
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
  std::vector<double> noise;             // [rows], its share; empty without noise

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
// The same for who has the factors of the model already.
Posteriors posteriors_under(const Density& density, Part& part);

}  // namespace mixseed
