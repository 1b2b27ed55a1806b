// What a fit can be told, and what it tells while it runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "mixseed/budget.h"
#include "mixseed/data.h"
#include "mixseed/names.h"

namespace mixseed {

struct Progress {
  std::size_t components;
  int restart, restarts;
  std::string_view stage;  // the name of a refiner, or of the seeder
  int round, rounds;       // of a seeder: components placed, and components requested
  double objective;        // NaN while seeding
  // Of the whole work, all restarts and numbers of components: the finished share, which never falls; the estimated
  // seconds left, NaN until there is an estimate; the finished runs and all runs. Until the first run has ended, the
  // estimate assumes that every run takes its maximum number of rounds.
  double share = 0, seconds_left = 0;
  std::size_t ended = 0, runs = 1;
  // With a budget (then passes > 0): passes so far, the best mean log-likelihood per row (NaN at first), and the number
  // of starts that ended at it.
  double passes = 0, best = 0;
  std::size_t found = 0;
};

// Parameters that replace those of every start before em; an empty vector replaces nothing. Lengths are those of
// Mixture, with covariances in the layout of em's family.
struct InitialParameters {
  std::vector<double> weights, means, covariances;
  bool empty() const { return weights.empty() && means.empty() && covariances.empty(); }
  [[deprecated("use empty()")]] bool nothing() const { return empty(); }
};
using Known [[deprecated("use InitialParameters")]] = InitialParameters;

// The order of a fitted model's components: by descending weight, by ascending mean (first column first), or that of
// the start.
enum class Listing { weight, mean, start };
template <>
inline constexpr std::array<std::string_view, 3> kNames<Listing>{"weight", "mean", "start"};

struct FitOptions {
  std::uint64_t seed = 0;
  int restarts = 1;
  int threads = 0;  // 0: one per hardware thread. The result does not depend on the number.
  // Called once per round, and once per component while seeding, never by two threads at once. Returning false cancels
  // the fit with Error(cancelled).
  std::function<bool(const Progress&)> observer = {};
  // Default: by weight, or that of the start when a start or initial parameters are given.
  std::optional<Listing> listing = std::nullopt;
  InitialParameters known = {};
  bool criteria = true;  // false: Fit::criteria stays empty, which saves a pass over the data
  bool traces = false;   // true: Fit::traces has up to about 200 rounds of every restart
  // Replaces `restarts`: starts and perturbations of the best model until the budget is used up, or until further
  // starts are unlikely to find a better optimum. The first start is always seeded as without a budget, so a budget
  // that it fits into never ends lower than that fit. A run that the budget interrupts has not converged. For one
  // number of components and a pipeline with a seeder.
  std::optional<Budget> budget = std::nullopt;
  // The recording step of every column, or one for all; 0 means continuous. Default: estimated from the data.
  std::optional<std::vector<double>> resolution = std::nullopt;
  // With a budget: asked between passes, by one thread; true ends the fit with the best model so far.
  std::function<bool()> enough = {};
  MissingValues missing = MissingValues::error;  // marginal: for rows in memory
};

}  // namespace mixseed
