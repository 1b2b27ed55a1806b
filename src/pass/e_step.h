// Two questions with one kind of answer: how the components of a model share the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "model/moments.h"
#include "model/rules.h"
#include "model/state_bytes.h"
#include "pass/grouping.h"

namespace mixseed {

class PreparedModel;

struct EStepResult {
  // RowLists as masses about the model's means; the objective is the sum of log densities (Expect) or of the largest
  // log terms (Classify).
  Moments moments;
  // The sum of the logarithms of every row's largest responsibility; of Expect only.
  double certainty = 0;
  // How many rows have another best component than under `sorted_by`.
  std::uint64_t moved = 0;
  // How many shares there are: pairs of a row and a component that has to do with it.
  std::uint64_t shared = 0;
  // For every component a mark of the set of its rows: equal sets have equal marks. Of Classify only.
  std::vector<std::uint64_t> partition_hashes;

  void merge(EStepResult&& right);

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.moments, self.certainty, self.moved, self.shared, self.partition_hashes);
  }
};

// EM's expectation: responsibilities are the shares. Under Rules::paper a row whose densities all underflow in double
// precision has the mixture's weights as responsibilities. What the noise takes is Moments::noise; `Classify` knows
// none.
struct Expect {
  using Answer = EStepResult;
  Model model;
  Model sorted_by;  // rows are added up in the order of their best components under it; null: as they come
  Moments::Second second = Moments::Second::full;
  Rules rules = Rules::standard;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.model, self.sorted_by, self.second, self.rules);
  }
};

// CEM's classification: each row to argmax_k w_k N_k; or to its nearest centre, where the terms are half the negative
// squared distances. Ties go to the lowest index.
struct Classify {
  using Answer = EStepResult;
  Model model;
  Model sorted_by;
  Moments::Second second = Moments::Second::diagonal;

  template <typename Self, typename Visit>
  static void members(Self& self, Visit& visit) {
    visit(self.model, self.sorted_by, self.second);
  }
};

EStepResult answer(const Expect& question, Part& part);
// The same for who has question.model made ready already, with Cut::responsibilities.
EStepResult answer(const Expect& question, PreparedModel& prepared, Part& part);
EStepResult answer(const Classify& question, Part& part);

}  // namespace mixseed
