// Checks that a message from another process fits its receiver. An intact message of this version can still belong to
// another fit, and its lengths would then lead beyond the ends of arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pass/subtree.h"
#include "pass/team.h"

namespace mixseed {

// Checks a question to rows with this number of columns and `windows` windows. Throws Error(input).
void check_request(const Request& request, std::size_t columns, std::size_t windows);

// Checks an answer against its question and the number of columns. An Inspection may have any number of columns:
// merging reports a difference. Throws Error(failed).
void check_answer(const Question& question, const Subtree& subtree, std::size_t columns);
// The same for `rows` rows, the first of which has the number `first_row` and begins a window.
void check_answer(const Question& question, const Answer& answer, std::uint64_t first_row, std::uint64_t rows,
                  std::size_t columns);

}  // namespace mixseed
