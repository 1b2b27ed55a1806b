// How much of a budget is left: passes over the rows are counted, the clock is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "fit/stopwatch.h"
#include "mixseed/budget.h"

namespace mixseed {

class BudgetTracker {
 public:
  // `enough` may be empty; true ends the budget.
  BudgetTracker(const Budget& budget, std::size_t rows, std::function<bool()> enough);

  // A question went through so many rows.
  void count(std::size_t rows) { counted_ += rows; }

  // Whether it is over; once it is, it stays so. Between two questions the answer does not change: a fit that the clock
  // ended ends at the same place when as many passes are allowed.
  bool is_over();
  // Why: passes, seconds or asked. Empty as long as it is not over.
  std::string_view reason() const { return reason_; }

  double passes() const { return static_cast<double>(counted_) / static_cast<double>(rows_); }
  // Those that were made when it was found to be over, without the few that the stages took to end; all as long as it
  // is not.
  double spent() const { return reason_.empty() ? passes() : over_at_; }
  double seconds() const { return watch_.seconds(); }
  // The share that is spent, and about how many seconds are left; NaN as long as nothing is known.
  double share() const;
  double seconds_left() const;

 private:
  Budget budget_;
  std::size_t rows_;
  std::function<bool()> enough_;
  std::uint64_t counted_ = 0, looked_at_ = ~std::uint64_t{0};
  double over_at_ = 0;
  std::string_view reason_;
  const Stopwatch watch_;
};

}  // namespace mixseed
