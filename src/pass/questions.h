// All questions about rows and their answers. A question is a small value that contains the model. Answers of
// neighbouring parts can be merged, and both can be encoded as bytes. A new question needs a file with the two types
// and `answer(question, part)`, and a line in each of the lists below.
#pragma once

#include <variant>

#include "pass/distinct.h"
#include "pass/draw.h"
#include "pass/e_step.h"
#include "pass/extents.h"
#include "pass/grow.h"
#include "pass/inspect.h"
#include "pass/posteriors.h"
#include "pass/sample.h"

namespace mixseed {

using Question = std::variant<Inspect, Total, Expect, Classify, Draw, Farthest, SumDistances, Grow, CountObservations,
                              Pick, ComputePosteriors, MeasureExtents, SampleDistinct>;
using Answer = std::variant<Inspection, Moments, EStepResult, Drawn, Extreme, DistanceSums, ObservationCounts, Picked,
                            Posteriors, Extents, DistinctSample>;

inline Answer answer(const Question& question, Part& part) {
  return std::visit([&](const auto& one) -> Answer { return answer(one, part); }, question);
}

// Both belong to one question; `left` has the rows before those of `right`.
void merge(Answer& left, Answer&& right);

}  // namespace mixseed
