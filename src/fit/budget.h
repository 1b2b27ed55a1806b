// Starts, and perturbations of the best model so far, one after the other, until a budget is spent.
#pragma once

#include "fit/restarts.h"
#include "mixseed/budget.h"

namespace mixseed {

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
