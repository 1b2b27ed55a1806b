// One fit to be made: a number of components with a pipeline, and the results of its restarts.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#include "fit/attempt.h"

namespace mixseed {

// attempts[r] is valid where failures[r] is null.
struct Task {
  std::size_t components;
  Pipeline pipeline;
  std::vector<Seeded> seeds;
  std::vector<Attempt> attempts;
  std::vector<std::exception_ptr> failures;
};

// Runs `work` and stores what it throws as the failure of attempt r. Error(cancelled) passes through.
void run_attempt(Task& task, std::size_t r, const std::function<void()>& work);

// Whether at least one attempt has succeeded.
bool has_model(const Task& task);
// The index of the best attempt. Throws the first failure if all attempts have failed.
std::size_t best_of(const Task& task);
const Attempt& best_attempt(const Task& task);

// The prior's pseudo-rows per observation.
double prior_rows(const Task& task, double observations);

}  // namespace mixseed
