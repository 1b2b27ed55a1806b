// Where the stages of a fit write down what they do. One journal per restart.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "mixseed/fit.h"

namespace mixseed {

class Journal {
 public:
  // `report` may throw to cancel the fit.
  using Report = std::function<void(std::string_view stage, int round, int rounds, double objective)>;
  // Asked between passes; true: the stage is to end with what it has.
  using Enough = std::function<bool()>;
  explicit Journal(Report report, Enough enough = {}) : report_(std::move(report)), enough_(std::move(enough)) {}

  bool enough() const { return enough_ && enough_(); }

  // A round has been passed over: `objective` belongs to the state that entered it.
  void round(std::string_view stage, int round, int rounds, double objective, const Repairs& repairs) {
    const auto now = Clock::now();
    trace_.push_back({stage, round, objective, repairs, std::chrono::duration<double>(now - last_).count()});
    last_ = now;
    repairs_ += repairs;
    if (report_) report_(stage, round, rounds, objective);
  }
  // Work within a round: nothing is written down, but whoever listens may cancel.
  void busy(std::string_view stage, int round, int rounds, double objective) const {
    if (report_) report_(stage, round, rounds, objective);
  }
  void repaired(const Repairs& repairs) { repairs_ += repairs; }

  // em's result: the model that entered it, and where it led.
  struct Outcome {
    Mixture initial;
    double initial_objective = 0, final_objective = 0;  // mean log-likelihood per observation
    double penalised = 0;                               // the final one with the rows of the prior
    double total = 0;                                   // the final log-likelihood of all observations
    double certainty = 0;                               // see EStepResult
    int rounds = 0;
    bool converged = false;
    std::size_t collapsed = 0;  // components that only the floor holds up, and that a few rows have made
    std::size_t flat = 0;       // all that only the floor holds up
  };
  Outcome outcome;  // of the last em

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
