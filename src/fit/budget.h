// Starts, and perturbations of the best model so far, one after the other, until a budget is spent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "fit/restarts.h"
#include "fit/stopwatch.h"
#include "mixseed/budget.h"

namespace mixseed {

// Tracks how much of a budget is spent, in passes over the rows and in seconds.
class BudgetTracker {
 public:
  // `enough` may be empty. The budget ends when it returns true.
  BudgetTracker(const Budget& budget, std::size_t rows, std::function<bool()> enough);

  // Adds the rows of one question.
  void count(std::size_t rows) { counted_ += rows; }

  // Whether the budget is spent. The result changes only with a question, so a fit that ran out of time ends at the
  // same question if its budget is as many passes.
  bool is_over();
  // passes, seconds or asked; empty until the budget is spent.
  std::string_view reason() const { return reason_; }

  double passes() const { return static_cast<double>(counted_) / static_cast<double>(rows_); }
  // The passes at which is_over() became true, without those that stages took to end; all passes until then.
  double spent() const { return reason_.empty() ? passes() : over_at_; }
  double seconds() const { return watch_.seconds(); }
  // The spent share, and an estimate of the seconds left; NaN before the first question.
  double share() const;
  double seconds_left() const;

 private:
  Budget budget_;
  std::size_t rows_;
  std::function<bool()> enough_;
  std::uint64_t counted_ = 0, checked_at_ = ~std::uint64_t{0};
  double over_at_ = 0;
  std::string_view reason_;
  const Stopwatch watch_;
};

// Fills attempts and failures of the task. Only the best attempt keeps models and, unless all traces are requested, a
// trace.
//
// The starts are those of as many restarts. A perturbation moves components of the best model at random, searches from
// there on a sample and ends with the same em. Perturbations get as many passes as starts, fewer below eight
// components. The budget ends early when at least three starts reached the best optimum and a further start would find
// a new one with a probability of at most 0.1, which after s starts with w different optima is w (w + 1) / (s (s - 1)):
// Boender & Rinnooy Kan, "Bayesian stopping rules for multistart global optimization methods", Mathematical Programming
// 37, 1987.
BudgetUse spend(const Budget& budget, Restarts& restarts, Task& task);

// The rule of the early end.
bool is_found_often(std::size_t starts, std::size_t optima, std::size_t found);

}  // namespace mixseed
