// Tasks with attempts that ended with given objectives.
#pragma once

#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/task.h"

namespace mixseed::testing {

inline Attempt ended_at(double objective, std::size_t collapsed = 0) {
  Attempt attempt;
  attempt.restart.penalised_log_likelihood = objective;
  attempt.restart.collapsed = collapsed;
  return attempt;
}

inline Task task_with(std::vector<Attempt> attempts, std::string_view method = "em", std::size_t components = 2) {
  const std::size_t count = attempts.size();
  return {components, Pipeline::parse(method), {}, std::move(attempts), std::vector<std::exception_ptr>(count)};
}

}  // namespace mixseed::testing
