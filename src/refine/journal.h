// Where the stages of a fit record their rounds. One journal per restart.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "mixseed/restart.h"
#include "refine/em_result.h"

namespace mixseed {

class Journal {
 public:
  // `report` may throw to cancel the fit.
  using Report = std::function<void(std::string_view stage, int round, int rounds, double objective)>;
  // Called between passes; true: the stage is to end with the model it has.
  using Enough = std::function<bool()>;
  explicit Journal(Report report, Enough enough = {}) : report_(std::move(report)), enough_(std::move(enough)) {}

  bool enough() const { return enough_ && enough_(); }

  // `objective` belongs to the state that entered the round.
  void add_round(std::string_view stage, int round, int rounds, double objective, const Repairs& repairs) {
    const auto now = Clock::now();
    trace_.push_back({stage, round, objective, repairs, std::chrono::duration<double>(now - last_).count()});
    last_ = now;
    repairs_ += repairs;
    report(stage, round, rounds, objective);
  }
  // Progress within a round: recorded nowhere, but the listener may cancel.
  void report(std::string_view stage, int round, int rounds, double objective) const {
    if (report_) report_(stage, round, rounds, objective);
  }
  void add_repairs(const Repairs& repairs) { repairs_ += repairs; }

  EmResult em;  // of the last em

  const Trace& trace() const { return trace_; }
  const Repairs& repairs() const { return repairs_; }

 private:
  using Clock = std::chrono::steady_clock;
  Report report_;
  Enough enough_;
  Trace trace_;
  Repairs repairs_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace mixseed
