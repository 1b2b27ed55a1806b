// A limit on the search for a better optimum, and how a fit used it.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

#include "mixseed/record.h"

namespace mixseed {

// A number of passes over all rows, and of seconds; the search stops at the first limit it reaches. A pass over a
// sample counts by its share of the rows. A limit in passes gives the same bits on any machine and any number of
// threads.
struct Budget {
  double passes = std::numeric_limits<double>::infinity();
  double seconds = std::numeric_limits<double>::infinity();

  // "500 passes", "500p", "10s", "2min", "1h"; a number above 0, with a unit. Throws Error(usage).
  static Budget parse(std::string_view text);
};

// How a fit used its budget.
struct BudgetUse {
  double passes = 0;  // as a budget, this number gives the same fit again
  double seconds = 0;
  std::size_t starts = 0, kicks = 0;
  std::size_t found = 0;   // starts that ended at the best optimum
  std::size_t optima = 0;  // different optima at which starts ended
  std::string ended;       // the reason: "passes", "seconds", "found" (often enough), "asked" (by FitOptions::enough)

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"passes", "over all rows; as a budget they give the same fit again", &BudgetUse::passes},
        Field{"seconds", "of the clock", &BudgetUse::seconds}, Field{"starts", "that were made", &BudgetUse::starts},
        Field{"kicks", "of the best so far", &BudgetUse::kicks},
        Field{"found", "starts that ended at the best optimum", &BudgetUse::found},
        Field{"optima", "different ends of starts", &BudgetUse::optima},
        Field{"ended", "passes, seconds, found or asked", &BudgetUse::ended});
  }
};
static_assert(describes_every_member<BudgetUse>());
using Spent [[deprecated("use BudgetUse")]] = BudgetUse;

}  // namespace mixseed
