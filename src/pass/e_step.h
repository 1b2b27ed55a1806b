// The E-step: two questions, soft (Expect) and hard (Classify), with one kind of answer.
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
  // About the model's means; the objective is the sum of log densities (Expect) or of the largest log terms (Classify).
  Moments moments;
  // The sum over rows of the logarithm of the largest responsibility; Expect only.
  double certainty = 0;
  // The number of rows whose best component is not that under `sorted_by`.
  std::uint64_t moved = 0;
  // The number of pairs of a row and a component with a responsibility for it.
  std::uint64_t shared = 0;
  // For every component a hash of the set of its rows; Classify only.
  std::vector<std::uint64_t> partition_hashes;

  void merge(EStepResult&& right);
};

// EM's E-step. Under Rules::paper a row whose densities all underflow in double precision has the mixture's weights as
// responsibilities. The mass of the noise is Moments::noise; `Classify` ignores the noise.
struct Expect {
  using Answer = EStepResult;
  ModelPtr model;
  ModelPtr sorted_by;  // rows are added in the order of their best components under it; null: in their own order
  Moments::Second second = Moments::Second::full;
  Rules rules = Rules::standard;
};

// CEM's classification: each row to argmax_k w_k N_k, or to its nearest center, with half the negative squared
// distances as terms. Ties go to the lowest index.
struct Classify {
  using Answer = EStepResult;
  ModelPtr model;
  ModelPtr sorted_by;
  Moments::Second second = Moments::Second::diagonal;
};

EStepResult answer(const Expect& question, Part& part);
// The same with question.model already prepared, with Cut::responsibilities.
EStepResult answer(const Expect& question, PreparedModel& prepared, Part& part);
EStepResult answer(const Classify& question, Part& part);

}  // namespace mixseed
