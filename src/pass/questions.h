// Everything that can be asked of rows. A question is a small value with the model inside; an answer merges with its
// neighbour's and has bytes. A new question is a file with the two types and `answer(question, part)`, and a line in
// each of the lists below.
#pragma once

#include <variant>

#include "pass/belong.h"
#include "pass/distinct.h"
#include "pass/draw.h"
#include "pass/grow.h"
#include "pass/sample.h"
#include "pass/span.h"
#include "pass/survey.h"
#include "pass/tally.h"

namespace mixseed {

using Question = std::variant<Survey, Total, Expect, Classify, Draw, Farthest, TryOut, Grow, Weigh, Pick, Belong, Span,
                              SampleDistinct>;
using Answer =
    std::variant<Inventory, Moments, Tally, Drawn, Extreme, Losses, Scales, Picked, Belonging, Extents, DistinctSample>;

inline Answer answer(const Question& question, Part& part) {
  return std::visit([&](const auto& one) -> Answer { return answer(one, part); }, question);
}

// Both belong to one question; `left` has the rows before those of `right`.
void merge(Answer& left, Answer&& right);

}  // namespace mixseed
