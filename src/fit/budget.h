// Starts, and kicks of the best so far, one after the other, as long as a budget lasts.
#pragma once

#include "fit/restarts.h"
#include "mixseed/budget.h"

namespace mixseed {

// Fills attempts and failures of the task. Only the attempt that is kept has models and a trace, unless all were asked
// for.
//
// Starts are those of as many restarts; kicks get as many passes as they do, fewer below eight components. A kick moves
// components of the best model at random, searches from there on a sample and ends with the same em. It is over before
// its time when the best end was reached by at least three starts and a further start would end at an optimum that none
// has shown with a probability of at most 0.1, which after s starts with w different ends is w (w + 1) / (s (s - 1)):
// Boender & Rinnooy Kan, "Bayesian stopping rules for multistart global optimization methods", Mathematical Programming
// 37, 1987.
BudgetUse spend(const Budget& budget, Restarts& restarts, Task& task);

// The rule by itself.
bool is_found_often(std::size_t starts, std::size_t optima, std::size_t found);

}  // namespace mixseed
