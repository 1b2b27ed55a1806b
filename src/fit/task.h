// One fit to be made: a number of components with a pipeline, and the results of its restarts.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#include "fit/attempt.h"
#include "model/family.h"

namespace mixseed {

// attempts[r] is valid where failures[r] is null.
struct Task {
  std::size_t components;
  Pipeline pipeline;
  std::vector<Seeded> seeds = {};
  std::vector<Attempt> attempts = {};
  std::vector<std::exception_ptr> failures = {};

  // Adds attempts to be made; returns the index of the first.
  std::size_t add_attempts(std::size_t count);
};

// Runs `work` and stores what it throws as the failure of attempt r. Error(cancelled) passes through.
void run_attempt(Task& task, std::size_t r, const std::function<void()>& work);

// Whether at least one attempt has succeeded.
bool has_model(const Task& task);
// The index of the best attempt. Throws the first failure if all attempts have failed.
std::size_t best_of(const Task& task);
const Attempt& best_attempt(const Task& task);

// Whether the best attempt has no collapsed component.
bool is_sound(const Task& task);
// Removes the attempts beyond the requested restarts, except the best one if it is among them.
void drop_extra_attempts(Task& task, std::size_t restarts);

// The covariance family of the last em, and whether that of `a` lies within that of `b`.
const Family& family_of(const Task& task);
bool is_within(const Task& a, const Task& b);
// The prior's pseudo-rows per observation.
double prior_rows(const Task& task, double observations);

}  // namespace mixseed
