// Whether what another process sent fits who received it. Bytes can be whole and of this version, and still belong to
// another fit: used unseen, their lengths would lead beyond the ends of arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pass/subtree.h"
#include "pass/team.h"

namespace mixseed {

// A question to rows of so many columns, the last of which is in window `windows` - 1. Throws Error(input).
void check_request(const Request& request, std::size_t columns, std::size_t windows);

// Checks an answer against its question and the number of columns. Inventories may have any number of columns: merging
// them reports a difference. Throws Error(failed).
void check_answer(const Question& question, const Subtree& subtree, std::size_t columns);
// The same for `rows` rows, the first of which has the number `first_row` and begins a window.
void check_answer(const Question& question, const Answer& answer, std::uint64_t first_row, std::uint64_t rows,
                  std::size_t columns);

}  // namespace mixseed
